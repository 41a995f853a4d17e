// Small tools to draw a page from data: elements, and patching what stands there into what should.

const SVG = "http://www.w3.org/2000/svg";
const SVG_TAGS = ["svg", "path", "g", "rect", "text", "symbol", "use"];

/** An element: h("p.note", {title: "x"}, "text", child…). Nothing and false are left out. */
export function h(name, attributes = {}, ...children) {
  const [tag, ...classes] = name.split(".");
  const svg = SVG_TAGS.includes(tag);
  const node = svg ? document.createElementNS(SVG, tag) : document.createElement(tag);
  if (classes.length) node.setAttribute("class", classes.join(" "));
  for (const [key, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (key === "class") node.setAttribute("class", [...classes, value].filter(Boolean).join(" "));
    else node.setAttribute(key, value === true ? "" : String(value));
  }
  add(node, children);
  return node;
}

function add(node, children) {
  for (const child of children) {
    if (Array.isArray(child)) add(node, child);
    else if (child !== null && child !== undefined && child !== false && child !== "") node.append(child);
  }
}

const key = (node) => node.nodeType === 1 ? node.getAttribute("data-testid") || node.getAttribute("data-key") : null;

/** Make `from` equal to `to`, keeping nodes, and with them focus and screen reader, wherever they still fit; a drawer
 * stays as the person left it. */
export function patch(from, to) {
  if (from.nodeType === 3) {
    if (from.nodeValue !== to.nodeValue) from.nodeValue = to.nodeValue;
    return;
  }
  const value = from.getAttribute("value");
  for (const { name } of [...from.attributes]) if (!to.hasAttribute(name) && !(name === "open" && from.nodeName === "DETAILS")) from.removeAttribute(name);
  for (const { name, value } of to.attributes) if (from.getAttribute(name) !== value) from.setAttribute(name, value);
  patchChildren(from, [...to.childNodes]);
  // what a person chose or typed in a control outlives its attributes
  if (from.nodeName === "INPUT" && from.getAttribute("value") !== value) from.value = from.getAttribute("value") ?? "";
  if (from.nodeName === "SELECT") from.selectedIndex = [...from.options].findIndex((option) => option.hasAttribute("selected"));
}

export function patchChildren(parent, wanted) {
  const keyed = new Map([...parent.childNodes].filter(key).map((node) => [key(node), node]));
  const staying = new Set(wanted.map((node) => key(node) && keyed.get(key(node))).filter(Boolean));
  let at = parent.firstChild;
  for (const node of wanted) {
    while (at && key(at) && !staying.has(at)) {
      const dead = at;
      at = at.nextSibling;
      dead.remove();
    }
    const old = key(node) ? keyed.get(key(node)) : at;
    if (old && !(key(old) && !key(node)) && old.nodeName === node.nodeName && old.nodeType === node.nodeType) {
      if (old === at) at = at.nextSibling;
      else parent.insertBefore(old, at);
      patch(old, node);
    } else {
      parent.insertBefore(node, at);
    }
  }
  while (at) {
    const dead = at;
    at = at.nextSibling;
    dead.remove();
  }
}

/** Draw `nodes` into `parent`; focus stays on the control with the same name. */
export function draw(parent, ...nodes) {
  const focused = document.activeElement;
  const name = parent.contains(focused) ? key(focused) : null;
  const holder = document.createElement("div");
  add(holder, nodes);
  patchChildren(parent, [...holder.childNodes]);
  if (name && document.activeElement !== focused) {
    parent.querySelector(`[data-testid="${CSS.escape(name)}"]`)?.focus({ preventScroll: true });
  }
}

/** Put `text` into `node` and hide it when there is none; an unchanged text is not read out again. */
export function say(node, text) {
  if (node.textContent !== text) node.textContent = text;
  node.hidden = !text;
}
