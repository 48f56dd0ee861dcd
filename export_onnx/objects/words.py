"""English words that name the detector's 80 classes (COCO's, in their usual order)."""

from __future__ import annotations

import re
from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

CLASSES: tuple[tuple[str, str], ...] = (
    (
        "person",
        "people man men woman women boy boys girl girls child children kid kids baby babies "
        "toddler player players crowd lady ladies guy guys rider riders surfer skier skateboarder "
        "snowboarder cyclist climber worker workers soldier soldiers student students doctor nurse "
        "couple family teenager dancer singer musician athlete runner swimmer farmer officer king "
        "queen president human",
    ),
    ("bicycle", "bicycles bike bikes"),
    ("car", "cars automobile automobiles taxi van suv sedan"),
    ("motorcycle", "motorcycles motorbike motorbikes scooter moped dirtbike"),
    ("airplane", "airplanes plane planes aeroplane jet aircraft airliner"),
    ("bus", "buses"),
    ("train", "trains locomotive tram"),
    ("truck", "trucks lorry pickup"),
    ("boat", "boats ship ships canoe kayak sailboat raft ferry yacht"),
    ("traffic light", "traffic-light stoplight"),
    ("fire hydrant", "hydrant hydrants"),
    ("stop sign", ""),
    ("parking meter", ""),
    ("bench", "benches"),
    (
        "bird",
        "birds seagull duck ducks goose geese pigeon eagle parrot owl swan heron pelican hawk",
    ),
    ("cat", "cats kitten kittens"),
    ("dog", "dogs puppy puppies greyhound poodle retriever terrier collie"),
    ("horse", "horses pony ponies"),
    ("sheep", "lamb lambs"),
    ("cow", "cows cattle bull bulls ox oxen calf"),
    ("elephant", "elephants"),
    ("bear", "bears"),
    ("zebra", "zebras"),
    ("giraffe", "giraffes"),
    ("backpack", "backpacks rucksack"),
    ("umbrella", "umbrellas parasol"),
    ("handbag", "purse handbags"),
    ("tie", "necktie ties"),
    ("suitcase", "suitcases luggage"),
    ("frisbee", "frisbees"),
    ("skis", "ski skiing skier skiers"),
    ("snowboard", "snowboards snowboarder snowboarding"),
    ("sports ball", "ball balls football basketball baseball volleyball"),
    ("kite", "kites"),
    ("baseball bat", "bat"),
    ("baseball glove", "mitt"),
    ("skateboard", "skateboards skateboarder skateboarding"),
    ("surfboard", "surfboards surfer surfing"),
    ("tennis racket", "racket racquet"),
    ("bottle", "bottles"),
    ("wine glass", "wineglass"),
    ("cup", "cups mug mugs"),
    ("fork", "forks"),
    ("knife", "knives"),
    ("spoon", "spoons"),
    ("bowl", "bowls"),
    ("banana", "bananas"),
    ("apple", "apples"),
    ("sandwich", "sandwiches burger hamburger"),
    ("orange", "oranges"),
    ("broccoli", ""),
    ("carrot", "carrots"),
    ("hot dog", "hotdog"),
    ("pizza", "pizzas"),
    ("donut", "doughnut donuts doughnuts"),
    ("cake", "cakes"),
    ("chair", "chairs armchair"),
    ("couch", "sofa"),
    ("potted plant", "houseplant"),
    ("bed", "beds"),
    ("dining table", "table tables desk"),
    ("toilet", "toilets urinal"),
    ("tv", "television tvs monitor"),
    ("laptop", "laptops notebook"),
    ("mouse", ""),
    ("remote", ""),
    ("keyboard", "keyboards"),
    ("cell phone", "cellphone phone phones smartphone"),
    ("microwave", ""),
    ("oven", "stove"),
    ("toaster", ""),
    ("sink", "sinks washbasin"),
    ("refrigerator", "fridge"),
    ("book", "books"),
    ("clock", "clocks"),
    ("vase", "vases"),
    ("scissors", ""),
    ("teddy bear", "teddy"),
    ("hair drier", "hairdryer"),
    ("toothbrush", "toothbrushes"),
)
"""The class, and other words for it."""

NAMES = tuple(name for name, _ in CLASSES)
_PLACES = {
    word: place for place, (name, others) in enumerate(CLASSES) for word in (name, *others.split())
}
_WORDS = re.compile(
    r"\b(?:" + "|".join(sorted(map(re.escape, _PLACES), key=len, reverse=True)) + r")\b", re.I
)


def named(texts: Iterable[str]) -> NDArray[np.float32]:
    """(texts, 80): 1 where an English text names a class, by its name or another word for it."""
    rows = []
    for text in texts:
        row = np.zeros(len(CLASSES), dtype=np.float32)
        row[[_PLACES[word.lower()] for word in _WORDS.findall(text)]] = 1
        rows.append(row)
    return np.array(rows, dtype=np.float32).reshape(-1, len(CLASSES))
