"""The connection to an MQTT broker (MQTT 5, through paho-mqtt): begun, lost and begun again beside the table, which
never waits for it. Nothing is queued for a broker that is away; once it is back all is said anew."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterable
from typing import Any, Final

from paho.mqtt.client import Client, MQTTMessage
from paho.mqtt.enums import CallbackAPIVersion, MQTTErrorCode, MQTTProtocolVersion
from paho.mqtt.subscribeoptions import SubscribeOptions

from device.settings.mqtt import Mqtt
from whist.phrases import joined, phrase

log = logging.getLogger(__name__)

KEEP_ALIVE_S: Final = 20
"""Seconds of silence after which a broker is asked whether it is there; after half as many more it is not."""
SOONEST_S: Final = 1
LATEST_S: Final = 30
"""Seconds between two tries to reach it, more with each."""
CONNECT_S: Final = 5.0
_REFUSED: Final = frozenset({134, 135})
"""Reason codes of MQTT 5 for a wrong user name or password, and for one who may not come in."""


class Broker:
    """A connection as ``client`` that is kept up until ``close``.

    ``last_words`` are a topic and what the broker says there, retained, when the table has gone without a word; None:
    nothing.
    ``heard`` are topics to listen to, and ``hear`` is told topic, text and whether the message was retained;
    ``arrived`` is called whenever the connection is there (again). Both are called from a thread of the connection's
    own and must not take long. ``trouble`` is one sentence, None while all is well.
    """

    def __init__(
        self,
        where: Mqtt,
        password: str | None,
        client: str,
        last_words: tuple[str, str] | None,
        heard: Iterable[str],
        hear: Callable[[str, bytes, bool], None],
        arrived: Callable[[], None],
    ) -> None:
        self.trouble: str | None = None
        self._place, self._far = f"{where.host}:{where.port}", where.tls
        self._heard, self._hear, self._arrived = tuple(heard), hear, arrived
        self._client = Client(CallbackAPIVersion.VERSION2, client_id=client, protocol=MQTTProtocolVersion.MQTTv5)
        self._client.connect_timeout = CONNECT_S
        self._client.reconnect_delay_set(SOONEST_S, LATEST_S)
        if last_words is not None:
            self._client.will_set(*last_words, qos=1, retain=True)
        if where.user:
            self._client.username_pw_set(where.user, password)
        if where.tls:
            self._client.tls_set(ca_certs=where.ca_file or None)
        self._client.on_connect = self._connected
        self._client.on_connect_fail = self._failed
        self._client.on_disconnect = self._lost
        self._client.on_message = self._message
        self._client.connect_async(where.host, where.port, KEEP_ALIVE_S, clean_start=True)
        self._client.loop_start()

    @property
    def is_there(self) -> bool:
        """Whether the broker listens now."""
        return self._client.is_connected()

    def say(self, topic: str, words: str | bytes, retain: bool = True) -> bool:
        """Publish; whether that is on its way. Never waits."""
        if not self.is_there:
            return False
        # at most once: what is lost with a connection is said anew on the next, and nothing old comes after it
        return self._client.publish(topic, words, qos=0, retain=retain).rc == MQTTErrorCode.MQTT_ERR_SUCCESS

    def close(self, last_words: tuple[str, str] | None = None) -> None:
        """Say the last words, if there are some and somebody listens, and end; waits two seconds at most."""
        if self.is_there and last_words is not None:
            self._client.publish(*last_words, qos=1, retain=True)
        self._client.disconnect()
        ending = threading.Thread(target=self._client.loop_stop, daemon=True)
        ending.start()
        ending.join(2.0)

    # -- from the connection's own thread -----------------------------------------------------------------------------

    def _connected(self, client: Client, userdata: Any, flags: Any, reason: Any, properties: Any) -> None:
        if reason.is_failure:
            self._say_trouble(
                phrase(
                    "The MQTT broker at {place} refuses the user name or the password; see [mqtt] in the settings.",
                    place=self._place,
                )
                if reason.value in _REFUSED
                else phrase("The MQTT broker at {place} lets the table not in ({why}).", place=self._place, why=reason)
            )
            return
        self._say_trouble(None)
        # what was retained before is not sent now, and what is retained later says so
        fresh = SubscribeOptions(qos=1, retainAsPublished=True, retainHandling=SubscribeOptions.RETAIN_DO_NOT_SEND)
        client.subscribe([(topic, fresh) for topic in self._heard])
        self._arrived()

    def _failed(self, client: Client, userdata: Any) -> None:
        self._away()

    def _lost(self, client: Client, userdata: Any, flags: Any, reason: Any, properties: Any) -> None:
        if reason.is_failure and self.trouble is None:
            self._away()

    def _away(self) -> None:
        away = phrase("The MQTT broker at {place} cannot be reached; it is tried again and again.", place=self._place)
        # between houses it is one with TLS
        far = phrase("An installed table has to be let through to one on the internet: README.md says how.")
        self._say_trouble(joined(" ", [away, far]) if self._far else away)

    def _say_trouble(self, sentence: str | None) -> None:
        if sentence is not None and sentence != self.trouble:
            log.warning("%s", sentence)
        elif sentence is None and self.trouble is not None:
            log.info("The MQTT broker at %s is there.", self._place)
        self.trouble = sentence

    def _message(self, client: Client, userdata: Any, message: MQTTMessage) -> None:
        self._hear(message.topic, bytes(message.payload), message.retain)
