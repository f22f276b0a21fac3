"""Certificates in memory, in folders and in archives; forged ones are refused."""

import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Literal

import pytest
import satoku


def test_claims_are_proven_and_verified(easy: str) -> None:
    for puzzle, claim in [
        (easy, "unique"),
        ("11" + "." * 79, "none"),
        ("1...............", 72),
        ("." * 16, "maximum"),
    ]:
        certificate = satoku.prove(puzzle, claim)  # type: ignore[arg-type]
        verified = satoku.verify(certificate)
        assert verified.verdict == "verified"
        assert verified.claim == certificate.claim
        assert verified.reason is None
        assert satoku.verify(certificate.to_bytes()).verdict == "verified"


def test_false_claims_are_told(easy: str) -> None:
    for puzzle, claim in [(easy, "none"), ("." * 16, "unique"), ("." * 16, 287)]:
        with pytest.raises(satoku.ClaimError, match="the claim is false: the puzzle has"):
            satoku.prove(puzzle, claim)  # type: ignore[arg-type]
    with pytest.raises(satoku.InputError, match="'none', 'unique'"):
        satoku.prove(easy, "proper")  # type: ignore[arg-type]


@pytest.mark.parametrize("claim", ["none", "unique", 72])
def test_weights_belong_to_a_claim_about_a_score(claim: Literal["none", "unique"] | int) -> None:
    puzzle = "1..............."
    with pytest.raises(satoku.InputError, match="^weights: applies only to a score; claim"):
        satoku.prove(puzzle, claim, weights=[1] * 16)
    with pytest.raises(ValueError, match="^minimise: applies only to a score; claim"):
        satoku.certify([puzzle], claim=claim, minimise=True)


@pytest.mark.parametrize("proof_format", ["text", "binary", "lrat", "binary-lrat"])
def test_folders_and_archives(
    easy: str, tmp_path: Path, proof_format: Literal["text", "binary", "lrat", "binary-lrat"]
) -> None:
    folder, archive = tmp_path / "folder", tmp_path / "certificate.zip"
    certificate = satoku.prove(easy, "unique", output=folder, proof_format=proof_format)
    certificate.save(archive)
    assert {path.name for path in folder.iterdir()} == set(certificate.files)
    assert zipfile.ZipFile(archive).testzip() is None
    places: list[Path | str | bytes] = [folder, archive, str(folder), archive.read_bytes()]
    for place in places:
        assert satoku.verify(place).verdict == "verified"
    with pytest.raises(satoku.InputError, match="not empty"):
        certificate.save(folder)


def test_what_is_there_already_is_not_written_over(easy: str, tmp_path: Path) -> None:
    certificate = satoku.prove(easy, "unique")
    for name in ("folder", "certificate.zip"):
        place = tmp_path / name
        certificate.save(place)
        before = place.read_bytes() if place.is_file() else None
        with pytest.raises(satoku.InputError, match="exists already|not empty"):
            satoku.prove("1" + "." * 15, 72, output=place)
        with pytest.raises(satoku.InputError, match="exists already|not empty"):
            certificate.save(place)
        assert (place.read_bytes() if place.is_file() else None) == before
        assert satoku.verify(place).verdict == "verified"
    empty = tmp_path / "empty"
    empty.mkdir()
    certificate.save(empty)
    assert satoku.verify(empty).verdict == "verified"
    assert {path.name for path in tmp_path.iterdir()} == {"folder", "certificate.zip", "empty"}


@pytest.mark.parametrize(
    "name", ["folder", "certificate.zip", "missing/certificate.zip", "missing/folder"]
)
def test_a_place_is_taken_before_the_proof(tmp_path: Path, name: str) -> None:
    (tmp_path / "folder").write_text("a file")
    (tmp_path / "certificate.zip").write_text("another")
    with pytest.raises(satoku.InputError, match="is not a folder|exists already|does not exist"):
        # Nobody has counted them: a search for the proof would end with an UnknownError.
        satoku.prove("." * 256, "maximum", output=tmp_path / name, timeout=60)
    assert len(list(tmp_path.iterdir())) == 2


@pytest.mark.skipif(sys.platform == "win32", reason="no limits on files")
@pytest.mark.parametrize("name", ["folder", "certificate.zip"])
def test_what_cannot_be_written_as_a_whole_is_not_there(tmp_path: Path, name: str) -> None:
    code = f"""
import resource, signal, satoku
certificate = satoku.prove("." * 16, "maximum")
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (300, 300))
try:
    certificate.save({str(tmp_path / name)!r})
except satoku.InputError as error:
    print(error)
"""
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "cannot be written" in run.stdout
    assert list(tmp_path.iterdir()) == []


def test_a_link_to_a_folder_stays_a_link(easy: str, tmp_path: Path) -> None:
    target, link = tmp_path / "target", tmp_path / "link"
    target.mkdir()
    link.symlink_to(target)
    satoku.prove(easy, "unique", output=link)
    assert link.is_symlink()
    assert satoku.verify(target).verdict == "verified"


def test_a_false_claim_leaves_nothing_behind(tmp_path: Path) -> None:
    with pytest.raises(satoku.ClaimError):
        satoku.prove("." * 16, "unique", output=tmp_path / "certificate.zip")
    assert list(tmp_path.iterdir()) == []


def test_archives_are_unpacked_within_the_limit(tmp_path: Path) -> None:
    archive = tmp_path / "certificate.zip"
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("proof.drat", bytes(100 << 20))
    for place in (archive, archive.read_bytes()):
        opinion = satoku.verify(place, timeout=1e-3)
        assert (opinion.verdict, opinion.claim) == ("unknown", None)
    with pytest.raises(satoku.InputError, match=r"manifest\.json"):
        satoku.verify(archive)


def test_forged_certificates_are_refused(easy: str, tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    satoku.prove(easy, "unique", output=folder)
    puzzle = folder / "puzzle.txt"
    puzzle.write_text(puzzle.read_text().replace("5", "6", 1))
    rejected = satoku.verify(folder)
    assert rejected.verdict == "rejected"
    assert rejected.claim is None
    assert rejected.reason
    with pytest.raises(satoku.InputError, match="ZIP"):
        satoku.verify(b"nothing")
    with pytest.raises(satoku.InputError, match="no such folder"):
        satoku.verify(tmp_path / "nothing")
    with pytest.raises(satoku.InputError, match="expected a certificate"):
        satoku.verify()


def test_proofs_of_other_formulas(tmp_path: Path) -> None:
    formula, proof = tmp_path / "f.cnf", tmp_path / "f.drat"
    formula.write_text("p cnf 2 4\n1 2 0\n-1 2 0\n1 -2 0\n-1 -2 0\n")
    proof.write_text("2 0\n0\n")
    assert satoku.verify(formula=formula, proof=proof).verdict == "verified"
    formula.write_text("p cnf 2 3\n1 2 0\n-1 2 0\n1 -2 0\n")
    assert satoku.verify(formula=formula, proof=proof).verdict == "rejected"


def test_columns_of_certificates(easy: str) -> None:
    answers = satoku.certify([easy, "." * 81], claim="unique").to_dict()
    assert answers["verdict"] == ["proven", "false"]
    assert answers["certificate"][1] is None
    verified = satoku.verify(answers["certificate"][0])
    assert (verified.verdict, verified.claim) == ("verified", answers["claim"][0])


def test_variants_are_certified() -> None:
    puzzle = satoku.generate(seed=2, box="2x2", rules="diagonal")
    assert satoku.verify(satoku.prove(puzzle, "unique")).verdict == "verified"
