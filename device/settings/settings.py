"""The settings: a tree of frozen dataclasses, filled from a TOML file that is checked to the last key.

``python -m device.settings.settings`` prints the commented example (device/example.toml).
"""

from __future__ import annotations

import os
import tomllib
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final

from device.settings.mqtt import Mqtt
from device.settings.pins import ButtonPins, LightPins, SlotStrip, TrumpDisplay
from device.settings.typed_toml import SettingsError, about, example, option, read, wrong_text
from vision.camera.kinds import explained, parse_camera
from vision.input_files import contents
from whist.phrases import phrase, reason
from whist.players.levels import LEVELS

MOST_BYTES: Final = 100_000
"""Of a settings file; the example has a tenth of it."""
IN_USE: Final = "in-use.lock"
"""The file in the data folder that a running table holds."""
_MOST_DOTS: Final = 500
"""In a line."""

__all__ = [
    "ButtonPins",
    "CameraSettings",
    "CardReader",
    "DataSettings",
    "GameSettings",
    "LightPins",
    "Mqtt",
    "Page",
    "Settings",
    "SettingsError",
    "SimulationSettings",
    "SlotStrip",
    "TrumpDisplay",
    "default_data_folder",
    "default_file",
    "default_place",
    "example_file",
    "load",
]


def _wrong_camera(text: str) -> str | None:
    try:
        parse_camera(text)
    except ValueError as error:
        return reason(error)
    return None


def _wrong_pin(text: str) -> str | None:
    right = not text or (text.isascii() and text.isdigit() and 4 <= len(text) <= 12)
    return None if right else "it must have 4 to 12 digits."


@dataclass(frozen=True, slots=True)
class CameraSettings:
    """Where pictures come from."""

    kind: str = option(
        "auto",
        phrase("auto (the camera that is there, else the simulated table), {kinds} or sim.", kinds=explained()),
        check=_wrong_camera,
    )
    upside_down: bool = option(False, phrase("true if the camera hangs so that South sits at the top of its picture."))


@dataclass(frozen=True, slots=True)
class Page:
    """Where the page is served."""

    host: str = option(
        "127.0.0.1", 'Address to listen on; "0.0.0.0" lets phones on the same network in.', check=wrong_text
    )
    port: int = option(8080, "Port; 0 takes any free one.", low=0, high=65535)
    pin: str = option(
        "",
        "The host's PIN, 4 to 12 digits; empty: one that is drawn at the first start (whist-table pin says it).",
        check=_wrong_pin,
    )
    trust_this_machine: bool = option(
        True,
        "Whether a page that is opened on this very machine is the host's without a PIN; false if strangers use it, or "
        "a proxy on it passes requests on.",
    )


@dataclass(frozen=True, slots=True)
class DataSettings:
    """Where the journal lies."""

    folder: str = option(
        "",
        "Folder of the journal; empty: the service's own, else ~/.local/share/whist-table. A relative one is taken "
        "from the folder of this file.",
        check=wrong_text,
    )


@dataclass(frozen=True, slots=True)
class CardReader:
    """How cards are read."""

    profile: str = option(
        "",
        phrase("The pack in use: name of a profile that `whist-table enrol` made, or its file; empty for none."),
        check=wrong_text,
    )


@dataclass(frozen=True, slots=True)
class GameSettings:
    """Options of Android Whist; they hold from the next game on."""

    target: int = option(5, "Points that win the game (RULES W6).", choices=(5, 7, 9))
    first_dealer: str = option("south", "Who deals first (RULES A12).", choices=("south", "north"))
    after_error: str = option(
        "both",
        "What an android that must follow accepts after an Error (RULES A16): everything, or suits, shortest and "
        "longest only.",
        choices=("both", "section2_only"),
    )
    layout: str = option(
        "cross_table",
        "How the deal changes hands (RULES A10): the holders cross the table, or play goes the other way round.",
        choices=("cross_table", "reverse"),
    )
    void_counts_as_shortest: bool = option(False, "Whether a suit that is not held can be the shortest (RULES A28).")
    autoplay_last: bool = option(False, "Whether an android plays its last card without a command (RULES A34).")


@dataclass(frozen=True, slots=True)
class SimulationSettings:
    """The simulated table."""

    seed: int = option(
        0, "The same number gives the same cards and light again; 0: other ones each time.", low=0, high=2**32 - 1
    )
    design: str = option("standard", "Design of the simulated pack.")
    perfect: bool = option(
        False,
        "Whether that table has no fault: flat, evenly lit, marker cards exactly in their places; else it is as people "
        "make and lay it.",
    )
    plays_itself: str = option(
        "north", "Which human the simulated player plays.", choices=("north", "south", "both", "none")
    )
    level: str = option(
        "club",
        "How well the simulated people play: as friendly beginners, as members of a club, or so that they seldom lose.",
        choices=tuple(LEVELS),
    )
    speed: float = option(1.0, "How fast the simulated people move; 1 is as people do.", low=0.1, high=1000)


@dataclass(frozen=True, slots=True)
class Settings:
    """All settings of the table."""

    camera: CameraSettings = field(default_factory=CameraSettings, metadata=about(phrase("The camera over the table.")))
    page: Page = field(default_factory=Page, metadata=about("The page for phones and tablets."))
    data: DataSettings = field(default_factory=DataSettings, metadata=about("What is kept."))
    reader: CardReader = field(default_factory=CardReader, metadata=about(phrase("The card reader.")))
    game: GameSettings = field(default_factory=GameSettings, metadata=about("The rules in use, from the next game on."))
    lights: LightPins = field(
        default_factory=LightPins,
        metadata=about(
            phrase(
                "Lights, each an LED with its resistor. Pins are GPIO numbers, not places on the header; 0 is for a "
                "light that is not there."
            )
        ),
    )
    buttons: ButtonPins = field(
        default_factory=ButtonPins,
        metadata=about(phrase("Buttons, each between its pin and ground; 0 is for one that is not there.")),
    )
    strip: SlotStrip = field(
        default_factory=SlotStrip,
        metadata=about(
            phrase(
                "The slot strip: 26 APA102 lights on SPI0, data on GPIO 10 and clock on GPIO 11, one over each slot of "
                "the holders; it shows which card is to be moved."
            )
        ),
    )
    display: TrumpDisplay = field(
        default_factory=TrumpDisplay,
        metadata=about(
            phrase("The display: an OLED or an LED matrix that shows the trump, in place of the trump lights.")
        ),
    )
    mqtt: Mqtt = field(
        default_factory=Mqtt,
        metadata=about(phrase("Home Assistant, which is told by an MQTT broker how things stand.")),
    )
    simulation: SimulationSettings = field(
        default_factory=SimulationSettings, metadata=about("The simulated table, used where there is no camera.")
    )

    def data_folder(self) -> Path:
        """Folder of the journal, absolute; it need not exist yet."""
        return Path(self.data.folder).absolute() if self.data.folder else default_data_folder()


def default_data_folder() -> Path:
    """The folder that systemd gives the service (StateDirectory), else the user's own by the XDG rules."""
    given = os.environ.get("STATE_DIRECTORY", "").split(":")[0]
    if given:
        return Path(given)
    share = os.environ.get("XDG_DATA_HOME", "")
    # the XDG rules say to ignore a relative path
    base = share if os.path.isabs(share) else os.path.expanduser("~/.local/share")
    return Path(base) / "whist-table"


def default_place() -> Path:
    """Where the settings file belongs, there or not: settings.toml in the folder that systemd gives the service
    (ConfigurationDirectory), else in whist-table/ of the user's XDG configuration."""
    given = os.environ.get("CONFIGURATION_DIRECTORY", "").split(":")[0]
    config = os.environ.get("XDG_CONFIG_HOME", "")
    base = config if os.path.isabs(config) else os.path.expanduser("~/.config")
    return Path(given) / "settings.toml" if given else Path(base) / "whist-table" / "settings.toml"


def default_file() -> Path | None:
    """The settings file in its usual place; None when there is none."""
    file = default_place()
    return file if file.is_file() else None


def load(path: Path | None) -> Settings:
    """The settings in file ``path``; the defaults without one.

    Raises SettingsError, one sentence with file and key: unreadable or not TOML, unknown key (with the nearest known
    one), wrong type or range. (Pins are judged part by part: ``device.settings.pins.allot``.)
    """
    if path is None:
        return Settings()
    settings = read(Settings, _table(path), str(path))
    if settings.data.folder:
        folder = path.parent / os.path.expanduser(settings.data.folder)
        settings = replace(settings, data=replace(settings.data, folder=str(folder.absolute())))
    secret, certificate = (_beside(path, file) for file in (settings.mqtt.password_file, settings.mqtt.ca_file))
    return replace(settings, mqtt=replace(settings.mqtt, password_file=secret, ca_file=certificate))


def _beside(path: Path, written: str) -> str:
    """The file that is ``written`` in the settings at ``path``, from whose folder a relative one is taken."""
    return str((path.parent / os.path.expanduser(written)).absolute()) if written else ""


def example_file() -> str:
    """The text of device/example.toml: every setting with its default, explained and commented out."""
    head = "# Settings of the whist table. What is commented out holds as it stands here.\n"
    return head + "\n".join(example(Settings())) + "\n"


def _table(path: Path) -> dict[str, Any]:
    try:
        text = contents(path, MOST_BYTES).decode("utf-8")
        if any(line.count(".") > _MOST_DOTS for line in text.splitlines() if not line.startswith("#")):
            raise RecursionError  # a key of so many parts takes gigabytes
        return tomllib.loads(text)
    except UnicodeDecodeError as error:
        raise SettingsError(f"{path}: this is not text in UTF-8 (byte {error.start}); save it as UTF-8.") from None
    except ValueError as error:  # TOMLDecodeError, and plain for numbers of thousands of digits
        raise SettingsError(f"{path}: this is not TOML: {error}.") from None
    except RecursionError:
        raise SettingsError(f"{path}: this is nested too deeply for a settings file.") from None
    except OSError as error:
        raise SettingsError(f"{path}: the settings file cannot be read: {error.strerror}.") from None


if __name__ == "__main__":
    print(example_file(), end="")
