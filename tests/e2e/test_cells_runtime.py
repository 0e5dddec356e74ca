"""When Python cannot be had: the page says so, keeps the built output, and tries again."""

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.e2e

NAME = "scaling/variance"


def test_a_failed_download_is_said_and_run_tries_again(open_cell, watch):
    watch.expected.append("net::ERR_FAILED")
    cell = open_cell(NAME)
    built = cell.output
    page = cell.page
    page.context.route("**/python_stdlib.zip", lambda route: route.abort())
    cell.button("run").click()
    cell.wait("error")
    assert "could not be downloaded" in cell.status
    assert cell.output == built
    assert page.locator("html").get_attribute("data-runtime") == "failed"
    page.context.unroute("**/python_stdlib.zip")
    assert cell.run("3 + 4").strip() == "7"


@pytest.mark.parametrize("name", ["numpy-*.whl", "pyodide.asm.wasm"])
def test_a_file_that_arrives_damaged_is_not_run(open_cell, watch, name):
    watch.expected += ["integrity", "Failed to"]
    cell = open_cell(NAME)
    context = cell.page.context
    context.route(f"**/{name}", lambda route: route.fulfill(body=b"\0asm cut"))
    cell.button("run").click()
    cell.wait("error")
    assert cell.page.locator("html").get_attribute("data-runtime") == "failed"
    context.unroute(f"**/{name}")
    assert cell.run("3 + 4").strip() == "7"


def test_a_wrong_type_for_wasm_does_not_hang(open_cell):
    cell = open_cell(NAME)
    context = cell.page.context

    def plain(route):
        response = route.fetch()
        route.fulfill(response=response, headers={**response.headers, "content-type": "text/plain"})

    context.route("**/pyodide.asm.wasm", plain)
    assert cell.run("3 + 4").strip() == "7"
    context.unroute("**/pyodide.asm.wasm")


@pytest.mark.parametrize(
    ("missing", "words"), [("WebAssembly", "no WebAssembly"), ("Worker", "no module workers")]
)
def test_a_browser_without_what_it_takes_is_told(page, site_url, open_cell, missing, words):
    page.add_init_script(f"delete globalThis.{missing}")
    cell = open_cell(NAME)
    built = cell.output
    cell.run()
    assert words in cell.status
    assert cell.output == built


def test_an_import_that_is_not_shipped_says_what_is(warm_cell):
    warm_cell.run("import scipy")
    assert "scipy is not part of this page. NumPy, matplotlib" in warm_cell.output


def test_the_package_comes_with_byte_code_that_python_finds(warm_cell):
    found = warm_cell.run(
        "import os, sys, attn_docs.core\n"
        "loaded = [sys.modules[f'attn_docs.{name}'] for name in ('core', 'cells.bridge')]\n"
        "[os.path.exists(m.__cached__) and m.__file__.endswith('.py') for m in loaded]"
    )
    assert found.strip() == "[True, True]"


def test_leaving_the_page_ends_what_runs(open_cell):
    cell = open_cell(NAME)
    cell.source = "while True: pass"
    cell.button("run").click()
    cell.wait("running")
    page = cell.page
    page.locator('a[href*="dot-product"]').first.click()
    page.wait_for_selector('attn-cell:defined[data-cell^="dot-product/"]')
    expect(page.locator("html")).not_to_have_attribute("data-runtime", "running")
    there = page.locator('attn-cell[data-cell="dot-product/angle"]')
    there.locator('[data-action="run"]').click()
    expect(there).to_have_attribute("data-state", "done", timeout=60_000)


def test_functions_of_the_package_can_be_called_with_arrays(warm_cell):
    script = "document.querySelector('script[type=module][src*=\"main.js\"]').src"
    result = warm_cell.page.evaluate(
        f"""async () => {{
            const {{ runtime }} = await import({script});
            const value = await runtime.call("attn_docs.core.softmax", [[0, 0, 0, 0]]);
            return [value.shape, value.data instanceof Float64Array, [...value.data]];
        }}"""
    )
    assert result == [[4], True, [0.25] * 4]


def test_a_call_that_fails_says_why(warm_cell):
    script = "document.querySelector('script[type=module][src*=\"main.js\"]').src"
    message = warm_cell.page.evaluate(
        f"""async () => {{
            const {{ runtime }} = await import({script});
            return runtime.call("os.getcwd", []).catch(error => error.message);
        }}"""
    )
    assert "only functions of attn_docs" in message
