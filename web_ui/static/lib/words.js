// Texts in the language of this device. English stands in the scripts; the page brings what another language says.

const { texts = {}, plural = "" } = JSON.parse(document.getElementById("words")?.textContent || "{}");

/** `text` with `values` in the places of its braces. */
export const fill = (text, values) => text.replace(/\{(\w+)\}/g, (braces, name) => values[name] ?? braces);

/** `text` in this device's language, with `values` in the places of its braces. */
export const t = (text, values = {}) => fill(texts[text] ?? text, values);

/** `one` where `count` is 1, else `many`, or whichever form the language has for that number; both may hold {count}. */
export function counted(one, many, count, values = {}) {
  const number = Math.abs(count);
  const said = texts[one]?.[plural[number < plural.length ? number : 100 + number % 100]];
  return fill(said ?? (number === 1 ? one : many), { count, ...values });
}

/** Words as people say a list: "South, West and North". */
export const list = (words) => words.length < 2 ? words.join("") : t("{several} and {last}", { several: words.slice(0, -1).join(", "), last: words.at(-1) });

// The language is chosen for this device alone.
document.getElementById("language")?.addEventListener("change", ({ target }) => {
  document.cookie = `language=${target.value}; path=/; max-age=31536000; samesite=strict`;
  location.reload();
});
