// The live view of a page: newest state by server-sent events, again and again until the table is back.

import { t } from "./words.js";

const SLEEP_MS = 20000;

/** Call `show(view, now, fresh)` with the newest view, and the table's clock in seconds, now and after each change; the first view
 * after the page had no table is `fresh`. `path` is "" for the board or "/south". */
export function live(path, show) {
  const lost = document.getElementById("lost");
  let source = null;
  let hiddenAt = 0;
  let retry = 0;
  let fresh = true;

  function connect() {
    clearTimeout(retry);
    source?.close();
    source = new EventSource(`/events${path}`);
    source.onopen = () => { fresh = true; };
    source.onmessage = (message) => {
      lost.hidden = true;
      const { view, now } = JSON.parse(message.data);
      show(view, now, fresh);
      fresh = false;
      document.body.dataset.event = view.event; // how far this page has come
    };
    source.onerror = () => {
      lost.hidden = false;
      // While it is connecting the browser tries again by itself; closed means that the table said no.
      if (source.readyState === EventSource.CLOSED) refused();
    };
  }

  async function refused() {
    try {
      const answer = await fetch(`/api${path || "/board"}`, { cache: "no-store" });
      if (answer.status === 403) return location.reload();
    } catch { /* still away */ }
    retry = setTimeout(connect, 2000);
  }

  // A phone that slept may hold a dead connection that it takes for a quiet one.
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) hiddenAt = Date.now();
    else if (Date.now() - hiddenAt > SLEEP_MS) connect();
  });
  addEventListener("online", connect);
  addEventListener("pageshow", (event) => { if (event.persisted) connect(); });
  connect();
}

/** Send a request; resolves to "" when it was taken, else to one sentence. */
export async function send(path, body = {}) {
  try {
    const answer = await fetch(path, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
    if (answer.ok) return "";
    const { error } = await answer.json();
    // only for the host: this device may become it
    return answer.status === 401 ? (await import("./doors.js")).askPin(error, () => send(path, body)) : error;
  } catch {
    return t("The table did not answer; try again in a moment.");
  }
}
