use super::*;

fn file(families: &str) -> String {
    format!(
        "name = \"x\"\nsummary = \"x\"\nreference = \"x\"\nat_most_one = \"pairwise\"\n\
         [families]\n{families}"
    )
}

fn message(text: &str) -> String {
    Spec::parse(text, "x.toml").unwrap_err().to_string()
}

#[test]
fn rules_that_are_not_sudoku_are_rejected() {
    let unique = "[\"unique\"]";
    let defined = "[\"defined\"]";
    let all = |cell, rest: &str| {
        file(&format!(
            "cell = {cell}\nrow = {rest}\ncolumn = {rest}\nbox = {rest}\n"
        ))
    };
    assert!(Spec::parse(&all(defined, unique), "x").is_ok());
    assert!(Spec::parse(&all(unique, defined), "x").is_ok());
    assert!(message(&all(unique, unique)).contains("no scope is \"defined\""));
    assert!(message(&all(defined, defined)).contains("no scope is \"unique\""));
    let no_box = file("cell = [\"defined\"]\nrow = [\"unique\"]\ncolumn = [\"unique\"]\n");
    assert!(message(&no_box).starts_with("x.toml:5:1: families.box: empty or missing"));
    let wrong = |row: &str| message(&all(defined, unique).replacen(unique, row, 1));
    assert_eq!(
        wrong("[\"unique\", \"unique\"]"),
        "x.toml:7:1: families.row: \"unique\" occurs twice"
    );
    assert_eq!(
        wrong("\"unique\""),
        "x.toml:7:7: row: found \"unique\", expected a list, such as [\"defined\"] or \
         [\"unique\"]"
    );
    let minis = all("[\"minis\"]", unique);
    assert!(message(&minis).starts_with("x.toml:6:1: families.cell: \"minis\" is for row"));
    let several = all(defined, unique).replace("[families]", "[[families]]");
    assert_eq!(
        message(&several),
        "x.toml:5:1: families: found [[families]], expected [families], which occurs once"
    );
}

#[test]
fn errors_name_line_and_key() {
    assert_eq!(
        message("name = 3\n"),
        "x.toml:1:8: name: found 3, expected text in quotes"
    );
    assert!(message("nmae = \"x\"\n").contains("unknown field `nmae`"));
    assert!(message("name = \"x\"\n").contains("missing field `summary`"));
    let scheme = file("").replace("pairwise", "triples");
    assert!(message(&scheme).starts_with("x.toml:4:15: at_most_one: unknown variant `triples`"));
    assert!(message("name = \n").starts_with("x.toml:1:"));
    let commented = format!("# name: x\n{}", file("").replace("\"x\"", "\"x y\""));
    assert!(message(&commented).starts_with("x.toml:2:1: name: expected letters"));
}

/// The words of a library came through: "wanted exactly 1 element, more than 1 element".
#[test]
fn one_scheme_holds_for_all_scopes() {
    let with = |value: &str| message(&file("").replace("\"pairwise\"", value));
    let expected =
        "expected one name in quotes, such as \"product\": one scheme holds for all scopes";
    for (value, found) in [
        ("{ cell = \"product\", row = \"pairwise\" }", "a table"),
        ("{ scheme = \"product\" }", "a table"),
        ("{}", "a table"),
        ("[\"pairwise\", \"product\"]", "a list"),
        ("true # always", "true"),
    ] {
        let told = with(value);
        let says = format!(": at_most_one: found {found}, {expected}");
        assert!(
            told.starts_with("x.toml:4:") && told.ends_with(&says),
            "{told}"
        );
    }
}

#[test]
fn groups_belong_to_schemes_that_have_some() {
    let with = |scheme: &str, group: usize| {
        let families =
            "cell = [\"defined\"]\nrow = [\"unique\"]\ncolumn = [\"unique\"]\nbox = [\"unique\"]\n";
        let head = format!("at_most_one = \"{scheme}\"\ngroup = {group}");
        file(families).replace("at_most_one = \"pairwise\"", &head)
    };
    let small = message(&with("commander", 1));
    assert!(
        small.starts_with("x.toml:5:1: group: 1 is too small"),
        "{small}"
    );
    assert!(Spec::parse(&with("commander", 2), "x").is_ok());
    let none = message(&with("pairwise", 2));
    assert!(
        none.starts_with("x.toml:5:1: group: the scheme pairwise has no groups"),
        "{none}"
    );
}

#[test]
fn names_are_plain() {
    let named = |name: &str| {
        file(
            "cell = [\"defined\"]\nrow = [\"unique\"]\ncolumn = [\"unique\"]\nbox = [\"unique\"]\n",
        )
        .replace("name = \"x\"", &format!("name = \"{name}\""))
    };
    assert!(Spec::parse(&named("A-b_3"), "x").is_ok());
    for wrong in ["", "a b", "ä", "a/b"] {
        assert!(
            message(&named(wrong)).starts_with("x.toml:1:1: name: expected"),
            "{wrong}"
        );
    }
}

#[test]
fn kernels_have_defaults_and_messages() {
    let families =
        "cell = [\"defined\"]\nrow = [\"unique\"]\ncolumn = [\"unique\"]\nbox = [\"unique\"]\n";
    let with = |kernels: &str| format!("{}[kernels]\n{kernels}\n", file(families));
    let plain = Spec::parse(&file(families), "x").unwrap();
    assert_eq!(plain.kernels, KernelChoices::default());
    let text = with("pairs = \"conflict\"\nderived_house_sums = false");
    let spec = Spec::parse(&text, "x").unwrap();
    assert!(!spec.kernels.derived_house_sums);
    assert_eq!(spec.kernels.cages, plain.kernels.cages);
    assert_ne!(spec.kernels.pairs, plain.kernels.pairs);
    let wrong = message(&with("cages = \"sets\""));
    assert!(
        wrong.starts_with("x.toml:11:9: cages: unknown variant `sets`, expected one of"),
        "{wrong}"
    );
    let unknown = message(&with("pair = \"support\""));
    assert!(unknown.contains("unknown field `pair`"), "{unknown}");
}
