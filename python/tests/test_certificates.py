"""Certificates in memory, in folders and in archives; forged ones are refused."""

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
