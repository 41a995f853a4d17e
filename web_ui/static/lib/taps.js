// A double tap is one tap: what stands under the finger only since the first one is not what the second one means.
// So nobody lays the next card, or agrees to what was only just asked, by tapping as one clicks on files.

const DOUBLE = 400; // milliseconds between the taps of a double tap, at most, and...
const NEAR = 24;    // ... how far apart they are, CSS pixels

let last = { button: null, words: "", x: 0, y: 0, at: -DOUBLE };

/** What the tap that is under way has asked is not agreed to by the second of a double tap, though the button says the same. */
export const unmeant = () => { last.words = null; };

addEventListener("click", (event) => {
  if (!event.detail) return; // by key, which does not move under the finger
  const button = event.target.closest("button");
  const tap = { button, words: button?.textContent, x: event.clientX, y: event.clientY, at: performance.now() };
  const double = tap.at - last.at < DOUBLE && Math.hypot(tap.x - last.x, tap.y - last.y) < NEAR;
  if (button && double && (button !== last.button || tap.words !== last.words)) {
    event.preventDefault();
    return event.stopImmediatePropagation();
  }
  last = tap;
}, true);
