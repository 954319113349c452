"""The laboratory: exact odds, and simulations that run beside everything else."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Annotated

from fastapi import APIRouter, Body, Depends, Path
from starlette.requests import HTTPConnection
from starlette.responses import Response

from tapete.lab.results import odds_json
from tapete.lab.study import Study
from tapete.table.actions import Bet
from tapete.web.api import shapes
from tapete.web.api.answers import Json, answer, problems, study
from tapete.web.api.catalogue import known
from tapete.web.api.jobs import Jobs

if TYPE_CHECKING:
    from tapete.web.api.shapes import StudyAsked

router = APIRouter()
_PLAYER = "ana"


def jobs_of(connection: HTTPConnection) -> Jobs:
    """The simulations of this server."""
    jobs = connection.app.state.jobs
    assert isinstance(jobs, Jobs)
    return jobs


TheJobs = Annotated[Jobs, Depends(jobs_of)]
Id = Annotated[str, Path(max_length=40)]


def study_of(asked: StudyAsked, stake: int | None = None) -> Study:
    """The study that is asked for."""
    table = {**asked.table, **({"readings": asked.readings} if asked.readings else {})}
    bets = tuple(Bet(_PLAYER, bet.bet, tuple(bet.on), bet.stake) for bet in asked.bets)
    return Study(known(asked.game), table, asked.changes, bets, asked.policy, stake)


@router.post("/odds", responses=answer(shapes.OddsTold) | problems(404, 409))
async def odds(asked: shapes.OddsAsked, connection: HTTPConnection) -> Json:
    """The exact odds of every bet of a game, with facts changed and readings switched if asked."""
    return await study(connection, lambda: Json(odds_json(study_of(asked, asked.stake))))


@router.post("/simulations", status_code=202, responses=answer(shapes.Simulation, 202) | problems(404, 409, 503))
async def start(asked: Annotated[shapes.SimulationAsked, Body()], jobs: TheJobs, connection: HTTPConnection) -> Json:
    """Simulate rounds of the bets; ask for the simulation's progress, or have it stopped."""

    def begin() -> Json:
        wanted = study_of(asked)
        seed = secrets.randbits(32) if asked.seed is None else asked.seed
        job = jobs.start(wanted, wanted.kernel(), asked.rounds, seed, asked.confidence)
        return Json(job.as_json(), 202)

    return await study(connection, begin)


@router.get("/simulations", responses=answer(list[shapes.Simulation]))
def running(jobs: TheJobs) -> Json:
    """The simulations of this server, the latest first."""
    return Json([job.as_json() for job in jobs.all()])


@router.get("/simulations/{id}", responses=answer(shapes.Simulation) | problems(404))
def progress(id: Id, jobs: TheJobs) -> Json:
    """How far a simulation is, how its mean settled down, and its result when it is over."""
    return Json(jobs.get(id).as_json())


@router.delete("/simulations/{id}", status_code=204, responses=problems(404))
def stop(id: Id, jobs: TheJobs) -> Response:
    """Stop a simulation; the rounds that are done count."""
    jobs.get(id).stop()
    return Response(status_code=204)
