"""Evenings that broke once hold now."""

from __future__ import annotations

from typing import Any

import pytest

from tests.clumsy.kept import breaks, kept


@pytest.mark.parametrize("evening", kept(), ids=lambda one: f"{one['choice']['game']}-{one['seed']}")
def test_what_broke_once_holds(evening: dict[str, Any]) -> None:
    assert breaks(evening) is None, evening["broke"]
