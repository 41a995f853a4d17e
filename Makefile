# Everything a person does here. Each target sets up what it needs first (setup.sh) and may be broken off and started again.

BIN := .venv/bin
ARGS ?=
# the tests start hundreds of processes: each would compile everything anew where no bytecode is kept
PYTEST := PYTHONDONTWRITEBYTECODE= $(BIN)/python -m pytest -n 2

help:
	@echo "make run     open the table at http://localhost:8080   (options: make run ARGS='--camera sim')"
	@echo "make test    run every check and test, in two processes (options: make test ARGS='-k lights')"
	@echo "make check   only style and types"
	@echo "make quick   style, types, and the tests of rules and table: before each commit, two minutes"
	@echo "make model   train the reader's networks again (two to three hours on two quick cores)"
	@echo "make sheets  make sheets to print and pictures of the build guide again"
	@echo "make tolerance           measure how far off camera, holders and light may be (some ten minutes)"
	@echo "sudo make install     put the table on this machine as a service, or a newer one (KIOSK=1: the board on its screen)"
	@echo "sudo make uninstall   take it away again; games stay (PURGE=1: they go too)"
	@echo "sudo make image       make a ready card of Raspberry Pi OS Lite (BASE=FILE.img.xz, needs sdm)"
	@echo "make clean   remove what was installed and built; recorded games stay"

run:
	@./setup.sh run
	$(BIN)/whist-table run $(ARGS)

check:
	@./setup.sh test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

test: check
	$(PYTEST) --dist loadfile --no-loadscope-reorder $(ARGS)

quick: check
	$(PYTEST) -q tests/whist tests/test_floors.py tests/test_house.py $(ARGS)

model:
	@./setup.sh train
	$(BIN)/python -m vision.training.train $(ARGS)

tolerance:
	@./setup.sh run
	$(BIN)/python -m vision.measuring.tolerance $(ARGS)

sheets:
	@./setup.sh test
	$(BIN)/python -m device.commands.build_guide

install:
	@systemd/install.sh install $(if $(KIOSK),--kiosk)

uninstall:
	@systemd/install.sh uninstall $(if $(PURGE),--purge)

image:
	@systemd/image/build.sh "$(BASE)" $(if $(OUT),"$(OUT)")

try-image:
	@tests/outside/ready_card/run.sh $(or $(RELEASE),trixie)

try-service:
	@systemd/try_service.sh $(or $(RELEASE),trixie)

try-arm64:
	@systemd/try_arm64.sh $(or $(RELEASE),trixie)

try-pins:
	@tests/outside/emulated_pi/run.sh

try-picamera2:
	@tests/outside/virtual_camera/run.sh

clean:
	rm -rf .venv build dist *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

.PHONY: help run check test quick model sheets tolerance install uninstall image try-image try-service try-arm64 try-pins try-picamera2 clean
