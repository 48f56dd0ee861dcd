"""How much information flows through attention, on heads worked out by hand."""

from types import SimpleNamespace

import numpy as np
import pytest

from auditor.bench.spurts import STOP, Attention, information_flow


def test_a_head_that_looks_at_itself_alone_tells_all_and_one_that_looks_everywhere_nothing():
    weights = np.stack([np.eye(4), np.full((4, 4), 0.25)])[None]
    assert information_flow(weights)[0] == pytest.approx([1, 0])


def test_the_flow_is_the_normalised_mutual_information():
    head = np.array([[0.75, 0.25], [0.25, 0.75]])
    joint = head / 2
    entropy = -(joint * np.log(joint)).sum()
    expected = (2 * np.log(2) - entropy) / np.log(2)
    assert information_flow(head[None, None])[0, 0] == pytest.approx(expected)


def test_a_head_that_looks_at_one_place_alone_says_nothing():
    head = np.array([[1.0, 0.0], [1.0, 0.0]])
    assert information_flow(head[None, None])[0, 0] == 0


class Network:
    """Three layers of two heads: one looks everywhere, the other more at itself in each layer."""

    def __init__(self):
        self.asked = []

    def run(self, given, outputs):
        (ids,) = given["ids"]
        self.asked.append(ids.tolist())
        flat = np.full((len(ids), len(ids)), 1 / len(ids))
        own = [share * np.eye(len(ids)) + (1 - share) * flat for share in (0.2, 0.9, 1.0)]
        return [np.stack([np.stack([flat, each]) for each in own])]


def test_the_score_is_the_median_of_the_layers_best_heads_and_stop_words_are_left_out():
    network = Network()
    windows = SimpleNamespace(of=lambda text: [np.arange(len(text.split()))])
    attention = Attention(network, windows)
    middle = 0.9 * np.eye(3) + 0.1 / 3
    found = attention.spurts("The red dog is on grass.")
    assert found == pytest.approx(information_flow(middle[None, None])[0, 0])
    assert network.asked == [[0, 1, 2]]
    assert attention.spurts("Is it on the ...") == 0
    assert {"the", "is", "on", "it"} <= STOP
