"""What the system promises before it draws: a seed chosen in secret, drawn from, and revealed when it is over."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from tapete.table.chance import Stream, commitment
from tapete.table.round import CHANCE

if TYPE_CHECKING:
    from tapete.table.actions import Chance
    from tapete.table.round import Offer, Round

_SEED_BYTES = 32


def new_seed() -> bytes:
    """A secret of the operating system's generator."""
    return secrets.token_bytes(_SEED_BYTES)


@dataclass(slots=True)
class Promise:
    """A seed that is promised and not yet revealed.

    >>> promise = Promise(bytes(32))
    >>> promise.commitment == commitment(bytes(32)), promise.draws
    (True, 0)
    """

    seed: bytes = field(default_factory=lambda: new_seed(), repr=False)
    draws: int = 0
    _stream: Stream | None = field(default=None, repr=False)

    @property
    def commitment(self) -> str:
        """What is published: it fixes the seed without telling it."""
        return commitment(self.seed)

    def draw(self, offer: Offer) -> Chance:
        """The next draw."""
        if self._stream is None:
            self._stream = Stream(self.seed)
        drawn = self._stream.draw(offer)
        self.draws += 1
        return drawn

    def revealed(self) -> dict[str, Any]:
        """What is told when it is over."""
        return {"commitment": self.commitment, "seed": self.seed.hex(), "draws": self.draws}


def chance_offer(round: Round) -> Offer | None:
    """What chance can bring now; None when it is not its turn."""
    return next((offer for offer in round.legal() if offer.who == CHANCE), None)
