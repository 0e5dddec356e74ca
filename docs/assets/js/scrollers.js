// @ts-check
// What scrolls sideways in a box of its own can be reached, and then scrolled, by keyboard.

const BOXES = "div.arithmatex, .figure-drawing, pre.attn-out";

function update() {
  for (const box of document.querySelectorAll(BOXES)) {
    if (box.scrollWidth > box.clientWidth + 1) box.setAttribute("tabindex", "0");
    else box.removeAttribute("tabindex");
  }
}

// A new page, a new width, an output or a diagram that has arrived: all change the body's size.
new ResizeObserver(update).observe(document.body);
