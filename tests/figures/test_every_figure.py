"""What holds for each figure in each language."""

import itertools
import xml.etree.ElementTree as ET

import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.text import Text as Artist

from attn_docs.figures import registry, style
from attn_docs.figures.svg import to_svg, unknown_colours
from attn_docs.sections import LANGUAGES

EVERY = [(name, lang) for name in registry.names() for lang in LANGUAGES]
every = pytest.mark.parametrize(("name", "lang"), EVERY)


def undrawn_ticks(fig):
    """Ticks beyond the limits of their axis: matplotlib keeps them but does not draw them."""
    for ax in fig.axes:
        for axis in (ax.xaxis, ax.yaxis):
            scale = axis.get_transform()
            low, high = sorted(scale.transform(axis.get_view_interval()))
            for tick in (*axis.get_major_ticks(), *axis.get_minor_ticks()):
                if not low - 1e-6 <= scale.transform([tick.get_loc()])[0] <= high + 1e-6:
                    yield tick


@every
def test_the_svg_stands_alone_in_palette_colours(name, lang):
    found = registry.render(name, lang)
    root = ET.fromstring(found.svg)
    assert root.get("role") == "img"
    title, desc = root[0], root[1]
    assert root.get("aria-labelledby") == f"{title.get('id')} {desc.get('id')}"
    assert (title.text, desc.text) == (found.title, found.alt)
    assert unknown_colours(found.svg) == set()
    assert "<image" not in found.svg, "raster does not follow the colour scheme: use style.heatmap"
    ids = [identifier for e in root.iter() if (identifier := e.get("id"))]
    assert len(ids) == len(set(ids))
    assert all(i.startswith("fig-") for i in ids)


@every
def test_the_words_say_what_it_shows(name, lang):
    found = registry.render(name, lang)
    assert len(found.alt) > 40
    assert len(found.caption) > 40
    assert any(c.isdigit() for c in found.alt), "the alt text names the figure's main number"
    assert not found.alt.lower().startswith(("figure", "image", "그림"))
    assert "{r." not in found.alt + found.caption + found.title
    hangul = any("가" <= c <= "힣" for c in found.title + found.alt + found.caption)
    assert hangul == (lang == "ko")
    assert "$" not in found.alt, "alt texts are read aloud: no TeX"


@pytest.mark.site  # a minute of drawing
@every
def test_a_new_drawing_is_equal_and_none_of_its_texts_is_clipped_or_overlaps(name, lang):
    """One drawing for both: that of the build, kept on disk or not, is the other to compare."""
    built = registry.render(name, lang)
    with style.context():
        fig = registry.entry(name).figure(lang)
        identifier = f"fig-{name.replace('/', '-')}-{lang}"
        again = to_svg(fig, name=identifier, title=built.title, description=built.alt)
        assert again == built.svg, "two drawings differ"
        renderer = FigureCanvasAgg(fig).get_renderer()
        fig.draw_without_rendering()
        hidden = {id(tick.label1) for tick in undrawn_ticks(fig)}
        boxes = [
            (artist.get_text(), artist.get_window_extent(renderer))
            for artist in fig.findobj(Artist)
            if isinstance(artist, Artist)
            and artist.get_visible()
            and artist.get_text().strip()
            and id(artist) not in hidden
        ]
    assert boxes
    for words, box in boxes:
        if box.width == 0 or box.height == 0:
            continue
        assert box.x0 >= -1, f"{words!r} leaves the figure on the left"
        assert box.y0 >= -1, f"{words!r} leaves the figure below"
        assert box.x1 <= fig.bbox.x1 + 1, f"{words!r} leaves the figure on the right"
        assert box.y1 <= fig.bbox.y1 + 1, f"{words!r} leaves the figure above"
    for (a, box_a), (b, box_b) in itertools.combinations(boxes, 2):
        inner_a, inner_b = box_a.padded(-1), box_b.padded(-1)
        assert not inner_a.overlaps(inner_b), f"{a!r} and {b!r} overlap"


@every
def test_the_data_come_as_csv(name, lang):
    header, *rows = registry.render(name, lang).csv.splitlines()
    assert header.startswith("field,")
    assert header.endswith(",value") or header == "field,value"
    assert rows
