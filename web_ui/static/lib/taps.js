// A double tap is one tap: what stands under the finger only since the first one is not what the second one means.
// So nobody lays the next card, or agrees to what was only just asked, by tapping as one clicks on files.
// How quick and how near the two are is the browser's to say, who counts them in `detail`; a key counts none.

let first = { button: null, words: "" };

/** What the tap that is under way has asked is not agreed to by the second of a double tap, though the button says the same. */
export const unmeant = () => { first.words = null; };

addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (event.detail < 2) first = { button, words: button?.textContent };
  else if (button && (button !== first.button || button.textContent !== first.words)) {
    event.preventDefault();
    event.stopImmediatePropagation();
  }
}, true);
