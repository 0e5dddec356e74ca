// @ts-check
// A short word at the foot of the page, for what has no better place.

const SHOWN = 6000;

/** @param {string} text */
export function toast(text) {
  document.querySelector(".attn-toast")?.remove();
  const box = document.createElement("div");
  box.className = "attn-toast";
  box.role = "status";
  document.body.append(box);
  box.textContent = text; // after it stands in the page, so that it is read out
  setTimeout(() => box.remove(), SHOWN);
}
