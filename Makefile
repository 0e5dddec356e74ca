# Every target sets up what it needs through tools/setup.py and downloads nothing the second time.
PYTHON ?= python3
SETUP := $(PYTHON) tools/setup.py
RUN := .venv/bin/python
TESTS ?= tests
# Two cores are what the budgets are written for; raise it on a larger machine.
JOBS ?= 2
# Small matrices by several processes at once: threads inside each only get in each other's way.
export OPENBLAS_NUM_THREADS ?= 1

.DEFAULT_GOAL := help
.PHONY: help serve site test check unit bench shots clean

help:  ## Show the targets
	@grep -E '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 10
	@echo
	@echo "Settings: HOST, PORT (serve) · SITE_URL (site) · CHROMIUM (test, shots) · FIREFOX (test) · OFFLINE=off (site) · REPOSITORY · JOBS"

serve:  ## Build both languages and serve them at http://127.0.0.1:8000/ with live reload
	@$(SETUP) site
	@exec $(RUN) tools/serve.py

site:  ## Build site/ for any static host; SITE_URL says where it will stand
	@$(SETUP) site
	@$(RUN) tools/build.py

check:  ## Format, lint, types, unit tests: the developer's loop
	@$(SETUP) check
	@$(RUN) -m ruff format --check .
	@$(RUN) -m ruff check --quiet .
	@$(RUN) -m pyright --warnings
	@.venv/bin/node node_modules/typescript/bin/tsc --noEmit -p .
	@$(MAKE) --no-print-directory unit

unit:
	@$(RUN) -m pytest -q -n $(JOBS) -m "not site and not e2e" $(TESTS)

test:  ## Everything: check, the site, its tests, and a real browser
	@$(SETUP) test
	@$(MAKE) --no-print-directory check
	@$(RUN) tools/build.py
	@$(RUN) -m pytest -q -n $(JOBS) -m "site and not e2e" $(TESTS)
	@$(RUN) -m pytest -q -n $(JOBS) --dist loadfile -m e2e $(TESTS)

bench:  ## Measure the budgets
	@$(SETUP) test
	@$(RUN) tools/build.py
	@$(RUN) bench/run.py

shots:  ## Screenshots of all pages, as a contact sheet in shots/
	@$(SETUP) shots
	@$(RUN) tools/build.py
	@$(RUN) tools/shots.py

clean:  ## Remove what the targets made (.venv, node_modules, caches, site)
	rm -rf .venv node_modules .cache site shots build .pytest_cache .ruff_cache .hypothesis *.egg-info
