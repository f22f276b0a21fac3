"""What the wheel has besides the module."""

from importlib.metadata import distribution
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_the_wheel_has_both_licences() -> None:
    package = distribution("satoku")
    for name in ["LICENSE-APACHE", "LICENSE-MIT"]:
        assert name in (package.metadata.get_all("License-File") or [])
        whole = (ROOT / name).read_text(encoding="utf-8")
        assert package.read_text(f"licenses/{name}") == whole
