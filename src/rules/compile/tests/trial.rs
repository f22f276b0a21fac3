//! Kernels that say nothing, or what no digits satisfy.

use crate::limits::Limits;
use crate::rules::{Definition, Library, trial};

const HEAD: &str = "name = \"mine\"\nkind = \"constraint\"\nsummary = \"Mine.\"\n\
    reference = \"none\"\nparameters = [{ name = \"cells\", type = \"cells\", summary = \"s\" }]\n";

const RULE: &str =
    "name = \"mine\"\nkind = \"rule\"\nsummary = \"Mine.\"\nreference = \"none\"\n\n";

fn mistake(text: &str) -> Option<String> {
    let library = Library::built_in().with_file(text, "mine.toml").unwrap();
    let definition = Definition::parse(text, "mine.toml").unwrap();
    trial(&definition, &library, &Limits::unlimited()).map(|error| error.to_string())
}

#[test]
fn built_in_files_do_what_they_say() {
    let library = Library::built_in();
    for definition in library.definitions() {
        let found = trial(definition, library, &Limits::unlimited());
        assert_eq!(found, None, "{}", definition.name());
    }
}

#[test]
fn kernels_that_pick_no_cells_are_told() {
    for (head, kernel, says) in [
        (
            HEAD,
            "[[pairs]]\nwhere = \"i = 0 and j > 1\"\nallow = \"a != b\"\n",
            "mine.toml:7:9: pairs.where: it picks no pair of places on any line tried, of 1 to 9 \
             cells of a 9×9 board, and so says nothing; places count from 1",
        ),
        (
            HEAD,
            "[[distinct]]\nwhere = \"i = 0\"\n",
            "mine.toml:7:9: distinct.where: it picks no cell on any line tried",
        ),
        (
            RULE,
            "[[pairs]]\nsteps = [[9, 0]]\nallow = \"a != b\"\n",
            "mine.toml:8:9: pairs: it picks no pair of cells on a board of 9 rows and 9 columns",
        ),
    ] {
        let found = mistake(&format!("{head}{kernel}")).expect(kernel);
        assert!(found.starts_with(says), "{found}");
    }
}

#[test]
fn kernels_that_no_digits_satisfy_are_told() {
    for (kernel, says) in [
        (
            "[[pairs]]\nwhere = \"j = i + 1\"\nallow = \"a > 20\"\n",
            "mine.toml:8:9: pairs: no digits from 1 to 9 satisfy it on any line tried, of 1 to 9 \
             cells of a 9×9 board",
        ),
        (
            "[[pairs]]\nwhere = \"i <= j\"\nallow = \"a != b\"\n",
            "mine.toml:8:9: pairs: no digits from 1 to 9 satisfy it on any line tried, of 1 to 9 \
             cells of a 9×9 board; `where` pairs a place with itself, whose digit is both `a` and \
             `b`",
        ),
        (
            "[[candidates]]\nallow = \"d > max\"\n",
            "mine.toml:7:9: candidates: no digits",
        ),
        (
            "[[sum]]\ntotal = \"n * 10\"\n",
            "mine.toml:7:9: sum: no digits",
        ),
        (
            "[[automaton]]\nregisters = { sum = \"0\" }\nsteps = [{ set = { sum = \"sum + d\" } }]\n\
             accept = \"sum > 100\"\n",
            "mine.toml:9:10: automaton: no digits",
        ),
    ] {
        let found = mistake(&format!("{HEAD}{kernel}")).expect(kernel);
        assert!(found.starts_with(says), "{found}");
    }
}

#[test]
fn kernels_that_all_digits_satisfy_are_told() {
    for (kernel, says) in [
        (
            "[[pairs]]\nwhere = \"j = i + 1\"\nallow = \"a > 0\"\n",
            "mine.toml:8:9: pairs: all digits satisfy it on any line tried",
        ),
        (
            "[[candidates]]\nallow = \"d > 0\"\n",
            "mine.toml:7:9: candidates: all digits satisfy it",
        ),
        (
            "[[distinct]]\nby = \"i\"\n",
            "mine.toml:7:6: distinct: no two cells have to differ",
        ),
    ] {
        let found = mistake(&format!("{HEAD}{kernel}")).expect(kernel);
        assert!(found.starts_with(says), "{found}");
    }
}

#[test]
fn kernels_that_do_something_on_some_lines_are_right() {
    for kernel in [
        "[[pairs]]\nwhere = \"i = 8 and j = 9\"\nallow = \"a != b\"\n",
        "[[pairs]]\nwhere = \"i < j\"\nallow = \"n < 9 or a < b\"\n",
        "[[candidates]]\nallow = \"i < 5 or d = 2\"\n",
    ] {
        assert_eq!(mistake(&format!("{HEAD}{kernel}")), None, "{kernel}");
    }
}

#[test]
fn a_rule_for_larger_boards_says_so() {
    let kernel = "[[pairs]]\nsteps = [[9, 0]]\nallow = \"a != b\"\n";
    let found = mistake(&format!("{RULE}{kernel}")).unwrap();
    assert!(
        found.ends_with("if it is for other boards, `requires` says for which"),
        "{found}"
    );
    let large = "requires = [{ that = \"rows > 9\", message = \"more than 9 rows\" }]\n";
    assert_eq!(mistake(&format!("{RULE}{large}{kernel}")), None);
}

#[test]
fn numbers_are_tried_in_their_range() {
    let head = format!("{HEAD}[[parameters]]\n").replace(
        "parameters = [{ name = \"cells\", type = \"cells\", summary = \"s\" }]\n",
        "[[parameters]]\nname = \"cells\"\ntype = \"cells\"\nsummary = \"s\"\n",
    );
    let parameter = "name = \"sum\"\ntype = \"integer\"\nsummary = \"s\"\nleast = \"1000\"\n";
    let text = |total: &str| format!("{head}{parameter}[[sum]]\ntotal = \"{total}\"\n");
    assert_eq!(mistake(&text("sum - 1000")), None);
    let found = mistake(&text("sum + 1")).unwrap();
    let says = "mine.toml:15:9: sum: no digits from 1 to 9 satisfy it on any line tried, of 1 to 9 \
                cells of a 9×9 board, with several numbers; if it is for other boards, `requires` \
                says for which";
    assert_eq!(found, says);
}

#[test]
fn sums_of_nothing_and_sums_that_never_fit_are_told() {
    for (kernel, says) in [
        (
            "[[sum]]\ntimes = \"0\"\ntotal = \"0\"\n",
            "mine.toml:8:9: sum: all digits satisfy it on any line tried",
        ),
        (
            "[[sum]]\ntimes = \"pow(10, 30)\"\ntotal = \"5\"\n",
            "mine.toml:8:9: sum: found a sum of numbers up to ",
        ),
    ] {
        let found = mistake(&format!("{HEAD}{kernel}")).expect(kernel);
        assert!(found.starts_with(says), "{found}");
    }
}
