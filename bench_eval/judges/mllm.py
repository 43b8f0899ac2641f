"""The same-meaning judge of the paper: a model with a fixed rubric (appendix C.4), text alone."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict

from bench_eval.judges.registry import Judge, judge
from bench_eval.model.client import MalformedReplyError
from bench_eval.prompts import prompt
from bench_eval.resources import Resources
from bench_gen.ua.schema import Intent


class _Verdict(BaseModel):
    model_config = ConfigDict(extra="ignore")

    same: bool


@judge("mllm")
def model_judge(resources: Resources) -> Judge:
    """A judge by the model of `judge_model.*`; a reply that stays malformed gives no credit."""
    client = resources.judge_client()

    def same(answer: str, reference: Intent) -> bool:
        text = prompt("judge", {"reference": reference.sentence, "answer": answer[:2000]})
        try:
            return client.ask([{"role": "user", "content": text}], _Verdict).same
        except MalformedReplyError:
            return False

    return same
