# Two commands do everything on a machine with Python 3.11: `make run` and `make test`.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
export PIP_DISABLE_PIP_VERSION_CHECK := 1

.PHONY: run test postgres lint types check unit chromium bench soak lock words clean help

help: ## what each command does
	@grep -E '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*##/\t/' | expand -t 10

run: $(VENV)/installed ## install, then open the application in the browser
	@$(BIN)/tapete serve

test: $(VENV)/installed-dev lint types unit ## install what tests need and run everything

lint: $(VENV)/installed-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(VENV)/installed-dev
	$(BIN)/mypy

unit: $(VENV)/installed-dev chromium postgres
	$(BIN)/pytest -n 2 --dist loadfile

chromium: # the browser tests drive the system's own
	@for name in chromium chromium-browser google-chrome; do command -v $$name > /dev/null && exit 0; done; \
	root=; [ "$$(id -u)" = 0 ] || root="sudo -n"; \
	$$root apt-get update -q && $$root env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends chromium

postgres: # the tests start a server of their own from its programs
	@ls /usr/lib/postgresql/*/bin/initdb > /dev/null 2>&1 || command -v initdb > /dev/null && exit 0; \
	root=; [ "$$(id -u)" = 0 ] || root="sudo -n"; \
	$$root apt-get update -q && $$root env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends postgresql

bench: $(VENV)/installed-dev build/crapssim/installed build/openspiel/installed ## ratios against C and plain Python, printed as a table
	$(BIN)/python bench/run.py

build/crapssim/installed: bench/crapssim.txt # a place of its own, for the benchmark alone
	$(PYTHON) -m venv build/crapssim
	build/crapssim/bin/python -m pip install -q -r bench/crapssim.txt
	@touch $@

build/openspiel/installed: bench/openspiel.txt # where it cannot be installed the benchmark says so
	$(PYTHON) -m venv build/openspiel
	-build/openspiel/bin/python -m pip install -q -r bench/openspiel.txt
	@touch $@

soak: $(VENV)/installed-dev ## the long random tests
	TAPETE_SOAK=1 $(BIN)/pytest tests -q

lock: ## resolve the dependencies anew
	$(BIN)/pip-compile -q --strip-extras --generate-hashes --no-emit-index-url --no-emit-trusted-host --no-emit-find-links --allow-unsafe -o requirements.lock pyproject.toml
	$(BIN)/pip-compile -q --strip-extras --generate-hashes --no-emit-index-url --no-emit-trusted-host --no-emit-find-links --allow-unsafe --extra dev -o requirements-dev.lock pyproject.toml

words: $(VENV)/installed-dev ## collect the sentences and compile the translations
	$(BIN)/pybabel -q extract -F babel.cfg -k N_ -k _ -k translate --add-location=file --no-wrap --omit-header -o tapete/locales/tapete.pot tapete
	$(BIN)/pybabel -q update -i tapete/locales/tapete.pot -d tapete/locales -D tapete -l es --no-wrap --no-fuzzy-matching --ignore-obsolete --ignore-pot-creation-date
	$(BIN)/pybabel -q compile -d tapete/locales -D tapete

$(VENV)/bin/python:
	$(PYTHON) -m venv $(VENV)

$(VENV)/installed: requirements.lock pyproject.toml | $(VENV)/bin/python
	$(BIN)/python -m pip install -q --require-hashes -r requirements.lock
	$(BIN)/python -m pip install -q --no-deps -e .
	@touch $@

$(VENV)/installed-dev: requirements-dev.lock pyproject.toml | $(VENV)/bin/python
	$(BIN)/python -m pip install -q --require-hashes -r requirements-dev.lock
	$(BIN)/python -m pip install -q --no-deps --no-build-isolation -e .
	@touch $(VENV)/installed $@

clean:
	rm -rf $(VENV) build .mypy_cache .ruff_cache .pytest_cache .hypothesis
