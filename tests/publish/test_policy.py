import re

from attn_docs.publish.policy import guard, inline_scripts, policy, source


def test_data_and_addresses_are_no_inline_scripts():
    page = """<script type="application/json" id="c">{"a": 1}</script>
    <script type="application/ld+json">{}</script><script src="x.js"></script>
    <script type="module" src="m.js"></script><script>run()</script>"""
    assert inline_scripts(page) == ["run()"]


def test_a_hash_as_browsers_compute_it():
    # The example of the Content Security Policy specification, level 2.
    assert source("alert('Hello, world.');") == (
        "'sha256-qznLcsROx4GACP2dm0UCKCzCG+HiZ1guq6ZZDob/Tng='"
    )


def test_no_page_may_run_text_or_reach_elsewhere():
    found = policy(["a()"])
    assert "unsafe-inline" not in found.split("style-src")[0]
    assert not re.search(r"unsafe-eval'", found.replace("wasm-unsafe-eval", ""))
    assert "http" not in found
    assert "*" not in found


def test_every_page_gets_the_hashes_of_all(tmp_path):
    for name, script in (("a.html", "one()"), ("b/index.html", "two()")):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(f'<head>\n<meta charset="utf-8">\n</head><script>{script}</script>')
    guard(tmp_path)
    for path in tmp_path.rglob("*.html"):
        page = path.read_text()
        assert page.count("Content-Security-Policy") == 1
        assert source("one()") in page
        assert source("two()") in page
        assert page.index("Content-Security-Policy") < page.index("<script>")
