"""Names of columns as Spark compares them: by default, capitals make no difference.

`exact` says that they do, as ``spark.sql.caseSensitive`` asks for.
"""

from __future__ import annotations

from collections.abc import Iterable


def same(name: str, exact: bool) -> str:
    """Names are the same if this is."""
    return name if exact else name.lower()


def find(wanted: str, names: Iterable[str], exact: bool) -> str | None:
    """The name that is meant; one that is written just so comes first."""
    names = list(names)
    if wanted in names:
        return wanted
    alike = [name for name in names if same(name, exact) == same(wanted, exact)]
    return alike[0] if alike else None


def repeated(names: Iterable[str], exact: bool) -> list[str]:
    """The first names that are the same, as they are written; none if all differ."""
    groups: dict[str, list[str]] = {}
    for name in names:
        groups.setdefault(same(name, exact), []).append(name)
    return next((group for group in groups.values() if len(group) > 1), [])


def taken(added: Iterable[str], names: Iterable[str], exact: bool) -> str | None:
    """The first of the names that something else is called, too."""
    others = {same(name, exact) for name in added}
    return next((name for name in names if same(name, exact) in others), None)
