"""A small document of our own, so that the tests of catalogue files do not depend on any real one."""

from __future__ import annotations

from pathlib import Path

from tapete.catalogue.load import Library, load_library
from tapete.games import model_of

CATALOGUE = """\
id: zz-2000
title: Catálogo de prueba
english: A catalogue for tests
issuer: Nadie
country: {es: Ninguno, en: None at all}
instrument: Prueba 1
dates:
  - {text: {es: Aprobado, en: Approved}, value: "2000-01-01", cite: A}
status: {es: Vigente, en: In force}
general:
  sanciones:
    title: {es: Sanciones, en: Sanctions}
    cite: B.1
    facts:
      - {id: aviso, text: {es: Se avisa una vez, en: One warning is given}, value: 1, cite: B.1}
chapters:
  mesa:
    family: wheels
    limits: {text: {es: Los fija la casa, en: The house sets them}, cite: C}
    duties:
      - {text: {es: Estar presente, en: Be present}, cite: C.1}
games:
  - {id: bola, names: [Bola], english: Ball game, family: wheels, status: game, cite: "1"}
  - {id: bola/doble, names: [Bola doble], english: Double ball game, family: wheels, status: game, cite: "1.2"}
  - {id: nombrado, names: [Número de Ñandú], english: Named, family: wheels, status: named-only, cite: "2",
     reason: {es: solo se nombra, en: it is only named}}
"""

GAME = """\
catalogue: zz-2000
id: bola
extends: [chapter:mesa]
names: [Bola, Bolita]
english: Ball game
cite: "1"
summary: {es: Una bola y cuatro números, en: One ball and four numbers}
wheel:
  verb: ball
  outcomes: [1, 2, 3, 4]
  cite: "1.1"
bets:
  numero:
    names: [Número, Número entero]
    trade: straight up
    group: number
    covers: {shape: number}
    pays: 2
    cite: "1.1"
  par:
    names: [Par]
    trade: even
    group: simple
    covers: {numbers: [2, 4]}
    pays: 1
    cite: "1.1"
irregular:
  bola-fuera:
    situation: {es: La bola sale, en: The ball leaves}
    ruling: {es: Se repite, en: It is repeated}
    effect: void-spin
    cite: "1.3"
readings:
  pago:
    kind: silence
    says: {es: Calla, en: Silent}
    runs: dos
    why: {es: Por algo, en: For a reason}
    options:
      dos: {text: {es: Dos, en: Two}}
      tres: {text: {es: Tres, en: Three}, set: {bets.numero.pays: 3}}
    cite: "1.1"
modalities:
  doble:
    names: [Bola doble]
    english: Double ball game
    cite: "1.2"
    bets:
      numero: {pays: 5/2}
      par: null
"""


def write(root: Path, game: str = GAME, catalogue: str = CATALOGUE) -> Path:
    """The document in a folder; the path of its game file."""
    folder = root / "zz-2000"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "catalogue.yaml").write_text(catalogue, encoding="utf-8")
    file = folder / "bola.yaml"
    file.write_text(game, encoding="utf-8")
    return file


def load(root: Path) -> Library:
    """All documents of a folder."""
    return load_library(root, model_of)
