// @ts-check
// This code starts while the page still arrives: an element may exist before what it contains.

/** @param {Element} element */
function isParsed(element) {
  if (document.readyState !== "loading") return true;
  for (let node = /** @type {Node | null} */ (element); node; node = node.parentNode) if (node.nextSibling) return true;
  return false;
}

/**
 * Call `then` at once if `element` is complete, else as soon as it is.
 * @param {Element} element @param {() => void} then
 */
export function whenParsed(element, then) {
  if (isParsed(element)) return then();
  const end = new AbortController();
  const look = () => {
    if (!isParsed(element)) return;
    observer.disconnect();
    end.abort();
    if (element.isConnected) then();
  };
  const observer = new MutationObserver(look);
  observer.observe(document, { childList: true, subtree: true });
  document.addEventListener("readystatechange", look, { signal: end.signal });
}
