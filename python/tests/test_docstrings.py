"""The examples in docstrings and in the README."""

import doctest
import inspect
from pathlib import Path

import pytest
import satoku

OPTIONS = doctest.ELLIPSIS | doctest.IGNORE_EXCEPTION_DETAIL


def documented() -> dict[str, object]:
    found: dict[str, object] = {"satoku": satoku}
    for name in satoku.__all__:
        value = getattr(satoku, name)
        found[name] = value
        if inspect.isclass(value) and not issubclass(value, Exception):
            found.update(
                {
                    f"{name}.{member}": getattr(value, member)
                    for member in vars(value)
                    if not member.startswith("_")
                }
            )
    return found


@pytest.mark.parametrize(
    "name", [name for name, value in documented().items() if ">>>" in (inspect.getdoc(value) or "")]
)
def test_examples_do_what_they_say(name: str) -> None:
    text = inspect.getdoc(documented()[name]) or ""
    example = doctest.DocTestParser().get_doctest(text, {}, name, None, None)
    result = doctest.DocTestRunner(optionflags=OPTIONS).run(example)
    assert result.attempted > 0
    assert result.failed == 0


def test_everything_public_is_documented() -> None:
    for name, value in documented().items():
        if name != "__version__":
            assert inspect.getdoc(value), name


def test_the_readme_does_what_it_says(here: Path) -> None:
    result = doctest.testfile(
        str(here.parent / "README.md"), module_relative=False, optionflags=OPTIONS
    )
    assert result.failed == 0
