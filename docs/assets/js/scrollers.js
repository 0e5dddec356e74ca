// @ts-check
// What scrolls sideways in a box of its own can be reached, and then scrolled, by keyboard.

const BOXES = "div.arithmatex, .figure-drawing, pre.attn-out";

function update() {
  for (const box of document.querySelectorAll(BOXES)) {
    if (box.scrollWidth > box.clientWidth + 1) box.setAttribute("tabindex", "0");
    else box.removeAttribute("tabindex");
  }
}

// A new page, an output or a diagram that has arrived, a new width: once a frame at most.
let waiting = 0;
function soon() {
  cancelAnimationFrame(waiting);
  waiting = requestAnimationFrame(update);
}

new MutationObserver(soon).observe(document.body, { childList: true, subtree: true });
new ResizeObserver(soon).observe(document.body);
