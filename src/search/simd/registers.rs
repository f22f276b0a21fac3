//! What every vector in a register does in the same way.

/// Wraps intrinsics that work only on values.
macro_rules! value {
    ($intrinsics:expr) => {
        // SAFETY: these need nothing but the instruction itself, which is there wherever
        // this vector type is used: see `Lanes`.
        unsafe { $intrinsics }
    };
}

/// Operations on two vectors that are one intrinsic each.
macro_rules! pairwise {
    ($($name:ident = $intrinsic:ident;)*) => { $(
        #[inline(always)]
        fn $name(self, other: Self) -> Self {
            Self(value!($intrinsic(self.0, other.0)))
        }
    )* };
}

/// Loads from slices and stores to slices, by unaligned intrinsics.
macro_rules! memory {
    ($load:ident, $store:ident) => {
        #[inline(always)]
        fn load(from: &[u16]) -> Self {
            let from = &from[..COUNT];
            // SAFETY: the slice holds a whole vector.
            Self(unsafe { $load(from.as_ptr().cast()) })
        }

        #[inline(always)]
        fn store(self, to: &mut [u16]) {
            let to = &mut to[..COUNT];
            // SAFETY: the slice has room for a whole vector.
            unsafe { $store(to.as_mut_ptr().cast(), self.0) }
        }

        #[inline(always)]
        fn load_pairs(from: &[u8]) -> Self {
            let from = &from[..2 * COUNT];
            // SAFETY: the slice holds a whole vector. In memory, the low byte of a
            // lane comes first.
            Self(unsafe { $load(from.as_ptr().cast()) })
        }

        #[inline(always)]
        fn store_pairs(self, to: &mut [u8]) {
            let to = &mut to[..2 * COUNT];
            // SAFETY: the slice has room for a whole vector.
            unsafe { $store(to.as_mut_ptr().cast(), self.0) }
        }
    };
}

pub(super) use {memory, pairwise, value};
