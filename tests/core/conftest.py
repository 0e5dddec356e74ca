"""What the tests of core share: few, repeatable examples, and a way past the annotations."""

import hypothesis
import jaxtyping
import pytest

hypothesis.settings.register_profile("core", max_examples=30, deadline=None, derandomize=True)
hypothesis.settings.load_profile("core")


@pytest.fixture
def unchecked():
    """Run core as the browser does, without checked annotations, to see its own errors."""
    jaxtyping.config.update("jaxtyping_disable", True)
    yield
    jaxtyping.config.update("jaxtyping_disable", False)
