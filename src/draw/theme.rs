//! Colours, for light and dark pages.

/// Light or dark.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Theme {
    /// Dark on white.
    Light,
    /// Light on black.
    Dark,
    /// What the reader prefers (`prefers-color-scheme`); light where nobody asks.
    #[default]
    Auto,
}

macro_rules! paints {
    ($($(#[$meta:meta])* $name:ident $class:literal $light:literal $dark:literal)*) => {
        /// What a colour is for.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum Paint {
            $($(#[$meta])* $name,)*
        }

        impl Paint {
            /// The class of elements, and the colours on light and dark.
            fn entry(self) -> (&'static str, &'static str, &'static str) {
                match self {
                    $(Paint::$name => ($class, $light, $dark),)*
                }
            }
        }
    };
}

paints! {
    Paper "paper" "#ffffff" "#14171c"
    /// Thick lines.
    Ink "ink" "#15171a" "#e9e7e2"
    /// Thin lines.
    Rule "rule" "#9aa1ab" "#545c68"
    Given "given" "#0b0c0e" "#f7f5f0"
    /// The cells of givens where a solution is shown.
    GivenCell "givencell" "#eceef1" "#262b33"
    Solved "solved" "#1c4fbf" "#8fb8ff"
    Note "note" "#4a5260" "#aab3c0"
    /// Clues outside the grid, sums of cages.
    Clue "clue" "#23262b" "#dcd9d2"
    Shape "shape" "#d5d9de" "#3d444f"
    Muted "muted" "#656d78" "#98a1ad"
    DotWhite "dotwhite" "#ffffff" "#f4f2ed"
    DotBlack "dotblack" "#15171a" "#000000"
    OnWhite "onwhite" "#15171a" "#15171a"
    OnBlack "onblack" "#ffffff" "#f4f2ed"
    Grey "grey" "#ccd0d6" "#4b525d"
    GreyCore "greycore" "#767e89" "#a3acb8"
    Red "red" "#f7bdb8" "#74302c"
    RedCore "redcore" "#b93225" "#ff968b"
    Orange "orange" "#fbd3a6" "#714718"
    OrangeCore "orangecore" "#b35a08" "#ffb86b"
    Yellow "yellow" "#f4e38f" "#645714"
    YellowCore "yellowcore" "#877008" "#efd857"
    Green "green" "#b7e1b3" "#2a5a30"
    GreenCore "greencore" "#2a7a30" "#8ada8f"
    Teal "teal" "#aae0db" "#1e5856"
    TealCore "tealcore" "#0e6f68" "#74e0d7"
    Blue "blue" "#b8d5fb" "#28477a"
    BlueCore "bluecore" "#1d5cb8" "#8fbbff"
    Purple "purple" "#dac4f3" "#503676"
    PurpleCore "purplecore" "#6f38ae" "#c9a6ff"
    Pink "pink" "#f8c4de" "#752d53"
    PinkCore "pinkcore" "#b0246a" "#ff9ace"
    ConflictCell "conflictcell" "#fde3e0" "#431d1d"
    Conflict "conflict" "#c22a22" "#ff8d83"
    Redundant "redundant" "#6a7280" "#a9b2be"
    HighlightCell "highlightcell" "#fff2c2" "#453b12"
    Highlight "highlight" "#a36a00" "#f4c64e"
    DifferenceCell "differencecell" "#e2ecfe" "#1c2c4a"
    Difference "difference" "#1c4fbf" "#8fb8ff"
    Heat0 "heat0" "#fffaf1" "#1b1d21"
    Heat1 "heat1" "#feefd7" "#28241f"
    Heat2 "heat2" "#fee2b9" "#372b1f"
    Heat3 "heat3" "#fdd399" "#47331e"
    Heat4 "heat4" "#fcc27b" "#573b1d"
    Heat5 "heat5" "#f9b060" "#68431b"
    Heat6 "heat6" "#f49d4a" "#794c1a"
    Heat7 "heat7" "#ec8939" "#8a5518"
    Heat8 "heat8" "#e0762d" "#9b5e16"
    Cold1 "cold1" "#e4effd" "#182430"
    Cold2 "cold2" "#c6defb" "#1b334a"
    Cold3 "cold3" "#a3caf7" "#204466"
    Cold4 "cold4" "#7fb4f0" "#275683"
}

impl Paint {
    /// The class of elements that are painted with this.
    pub fn class(self) -> &'static str {
        self.entry().0
    }

    /// The colour, such as `#ffffff`; that of the light theme if the reader decides.
    pub fn colour(self, theme: Theme) -> &'static str {
        let (_, light, dark) = self.entry();
        match theme {
            Theme::Dark => dark,
            Theme::Light | Theme::Auto => light,
        }
    }

    /// Heat from nothing (0) to most (8).
    pub fn heat(level: usize) -> Paint {
        use Paint::*;
        const LEVELS: [Paint; 9] = [
            Heat0, Heat1, Heat2, Heat3, Heat4, Heat5, Heat6, Heat7, Heat8,
        ];
        LEVELS[level.min(8)]
    }

    /// Cold from little (1) to most (4).
    pub fn cold(level: usize) -> Paint {
        use Paint::*;
        [Cold1, Cold2, Cold3, Cold4][level.clamp(1, 4) - 1]
    }
}
