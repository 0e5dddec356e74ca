from attn_docs.pages.claims import load_claims


def test_every_claim_has_one_mark_that_leads_to_the_ledger(render, docs):
    page = render("/// glance\nAll of *them*.\n///\n", page="conclusion.md")
    marks = page.select(".glance-marks a")
    claims = load_claims(docs).values()
    assert [mark["aria-label"] for mark in marks] == [f"{c.id}: {c.status}" for c in claims]
    assert [mark["href"] for mark in marks] == [
        f"../ledger/#claim-{c.id.lower().replace('.', '-')}" for c in claims
    ]
    assert [row.get_text() for row in page.select(".glance-title")][-1].startswith("5. Softmax")
    assert page.select_one("figcaption em").get_text() == "them"
