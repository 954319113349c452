"""Chance from a generator that anyone can check afterwards.

Before a round the table publishes a commitment, the SHA-256 of a secret seed. The draws of the round come from the
ChaCha20 stream of that seed. After the round the seed is revealed: whoever has the record can hash it, repeat every
draw and see that nothing was chosen after the bets were made.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from typing import TYPE_CHECKING, Any

from tapete.table.actions import Chance
from tapete.table.errors import BadRecord, Refused
from tapete.table.words import N_

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tapete.table.round import Offer

SCHEME = "sha256-chacha20/1"
_SEED_BYTES = 32
_WORD_BITS = 64
_MOST_DRAWS = 1_000_000


def commitment(seed: bytes) -> str:
    """What is published before the round: it fixes the seed without telling it."""
    return hashlib.sha256(b"tapete fairness 1\n" + seed).hexdigest()


class Stream:
    """The draws of one round, in order.

    >>> stream = Stream(bytes(32))
    >>> [stream.below(37) for _ in range(5)] == [Stream(bytes(32)).below(37)] + [stream.below(37) for _ in range(4)]
    False
    >>> 0 <= Stream(bytes(32)).below(37) < 37
    True
    """

    def __init__(self, seed: bytes) -> None:
        from cryptography.hazmat.primitives.ciphers import Cipher, algorithms  # heavy: only a table that draws needs it

        self.seed = seed
        self._keystream = Cipher(algorithms.ChaCha20(seed, bytes(16)), mode=None).encryptor()

    def below(self, bound: int) -> int:
        """A number from 0 to ``bound - 1``, all equally likely (draws that would favour some are thrown away)."""
        limit = (1 << _WORD_BITS) - (1 << _WORD_BITS) % bound
        while True:
            word = int.from_bytes(self._keystream.update(bytes(_WORD_BITS // 8)), "big")
            if word < limit:
                return word % bound

    def draw(self, offer: Offer) -> Chance:
        """What chance brings, of all that it can bring now; to leave something out would favour the rest."""
        if offer.unsettled:
            raise Refused(
                N_("Nothing can be drawn now: the document cannot settle {outcomes}."),
                cite=offer.cite,
                outcomes=offer.unsettled,
            )
        return Chance(
            offer.verb, pick(offer.outcomes, offer.weights, self.below(sum(offer.weights) or len(offer.outcomes)))
        )


def pick(outcomes: Sequence[Any], weights: Sequence[int], ticket: int) -> Any:
    """The outcome that holds a ticket, each outcome holding as many as its weight.

    >>> pick("ab", (1, 2), 0), pick("ab", (1, 2), 2)
    ('a', 'b')
    """
    if not weights:
        return outcomes[ticket]
    for outcome, weight in zip(outcomes, weights, strict=True):
        if ticket < weight:
            return outcome
        ticket -= weight
    raise ValueError("no such ticket")


class Generator:
    """Seeds for a table that draws: one a round, promised before and revealed after."""

    def __init__(self) -> None:
        self.rounds: list[dict[str, Any]] = []
        self._secret = b""
        self._draws = 0
        self._stream: Stream | None = None

    def promise(self) -> str:
        """Start a round: choose its seed in secret and publish the commitment."""
        self._secret = secrets.token_bytes(_SEED_BYTES)
        self._stream = Stream(self._secret)
        self._draws = 0
        promised = commitment(self._secret)
        self.rounds.append({"commitment": promised})
        return promised

    def draw(self, offer: Offer) -> Chance:
        """Draw under the promise that was published."""
        if self._stream is None:
            self.promise()
        assert self._stream is not None
        drawn = self._stream.draw(offer)
        self._draws += 1
        return drawn

    @property
    def drawn(self) -> int | None:
        """How often the current promise was drawn from; None when nothing is promised."""
        return None if self._stream is None else self._draws

    def reveal(self) -> str:
        """End the round: tell the seed, and how often it was drawn from unless that was once."""
        seed = self._secret.hex()
        self.rounds[-1]["seed"] = seed
        if self._draws != 1:
            self.rounds[-1]["draws"] = self._draws
        self._stream = None
        return seed

    def as_data(self) -> dict[str, Any]:
        """What the record keeps."""
        return {"scheme": SCHEME, "rounds": list(self.rounds)}


def read_fairness(data: dict[str, Any]) -> list[Stream]:
    """The stream behind each draw of a record, in order; a seed that does not match its commitment is refused."""
    if data.get("scheme") != SCHEME:
        raise BadRecord(N_("The record's draws follow the unknown scheme {scheme}."), scheme=repr(data.get("scheme")))
    rounds = data.get("rounds")
    if not isinstance(rounds, list):
        raise BadRecord(N_("The field {field} must be a list."), field="fairness.rounds")
    streams: list[Stream] = []
    for number, entry in enumerate(rounds, start=1):
        stream, draws = _read_round(number, entry)
        streams += [stream] * draws
    return streams


def _read_round(number: int, entry: Any) -> tuple[Stream, int]:
    if not isinstance(entry, dict) or not isinstance(entry.get("commitment"), str):
        raise BadRecord(N_("The field {field} is broken."), field=f"fairness.rounds[{number}]")
    if not isinstance(entry.get("seed"), str):
        raise Refused(N_("Round {number} was never revealed: its draw cannot be verified."), number=number)
    draws = entry.get("draws", 1)
    if isinstance(draws, bool) or not isinstance(draws, int) or not 0 <= draws <= _MOST_DRAWS:
        raise BadRecord(N_("The field {field} is broken."), field=f"fairness.rounds[{number}].draws")
    try:
        seed = bytes.fromhex(entry["seed"])
    except ValueError:
        raise BadRecord(N_("The field {field} is broken."), field=f"fairness.rounds[{number}].seed") from None
    promised = entry["commitment"].lower().encode("utf-8", "replace")
    if len(seed) != _SEED_BYTES or not hmac.compare_digest(commitment(seed).encode(), promised):
        raise Refused(
            N_("Round {number}: the revealed seed is not the one that was promised (its commitment differs)."),
            number=number,
        )
    return Stream(seed), draws
