"""The shape of the code: imports go one way, engines know no document, the package stands alone."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tapete.catalogue.load import CATALOGUES

if TYPE_CHECKING:
    from collections.abc import Iterator

PACKAGE = Path(__file__).parent.parent / "tapete"
RANKS = {"table": 0, "catalogue": 1, "games": 2, "lab": 3, "house": 3, "web": 4, "cli": 5, "__main__": 5, "client": 5}
MODULES = sorted(PACKAGE.rglob("*.py"))


def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def imported(path: Path) -> Iterator[str]:
    """Every module that a file imports, also inside functions and for types alone."""
    package = ("tapete", *path.relative_to(PACKAGE).parent.parts)
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = ".".join(package[: len(package) + 1 - node.level]) if node.level else ""
            module = ".".join(part for part in (base, node.module) if part)
            yield module
            yield from (f"{module}.{alias.name}" for alias in node.names if module == "tapete")


def layer(module: str) -> str | None:
    parts = module.split(".")
    return parts[1] if parts[0] == "tapete" and len(parts) > 1 and parts[1] in RANKS else None


@pytest.mark.parametrize("path", MODULES, ids=lambda p: str(p.relative_to(PACKAGE)))
def test_imports_go_one_way(path: Path) -> None:
    own = path.relative_to(PACKAGE).parts[0].removesuffix(".py")
    if own not in RANKS:
        assert own == "__init__", f"{path} stands in no layer"
        return
    for module in imported(path):
        other = layer(module)
        if other is not None and other != own:
            main_and_cli = {own, other} == {"cli", "__main__"}
            assert RANKS[other] < RANKS[own] or main_and_cli, f"{own} imports {module}"


def test_the_check_sees_an_import_inside_a_function(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "table" / "bad.py"
    file.parent.mkdir()
    file.write_text("def f():\n    from tapete.cli import run\n    from ..games import table\n", encoding="utf-8")
    monkeypatch.setitem(globals(), "PACKAGE", tmp_path)
    assert list(imported(file)) == ["tapete.cli", "tapete.games"]


def words_of(path: Path) -> Iterator[str]:
    """The words that a module works with: its strings, docstrings apart."""
    module = tree(path)
    told = {
        id(node.body[0].value)
        for node in ast.walk(module)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef)
        and node.body
        and isinstance(node.body[0], ast.Expr)
    }
    for node in ast.walk(module):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in told:
            yield node.value


@pytest.mark.parametrize(
    "path",
    [p for p in MODULES if p.relative_to(PACKAGE).parts[0] in ("table", "catalogue", "games", "lab", "house")],
    ids=lambda p: str(p.relative_to(PACKAGE)),
)
def test_no_engine_asks_which_document_it_runs(path: Path) -> None:
    documents = {folder.name for folder in CATALOGUES.iterdir() if folder.is_dir()}
    assert not [word for word in words_of(path) if any(document in word for document in documents)]


def test_the_package_refers_to_nothing_outside_it() -> None:
    for path in [p for p in PACKAGE.rglob("*") if p.suffix in (".py", ".yaml", ".po")]:
        text = path.read_text(encoding="utf-8")
        assert "../shared" not in text and "/work/" not in text, path
