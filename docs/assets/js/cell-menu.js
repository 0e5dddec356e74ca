// @ts-check
// The menu of a cell: a <details> that closes as a menu should.

/** @param {HTMLDetailsElement} menu @param {AbortSignal} signal */
export function mountMenu(menu, signal) {
  const close = () => (menu.open = false);
  document.addEventListener(
    "click",
    ({ target }) => {
      const inside = target instanceof Element && menu.contains(target);
      if (!inside || target.closest("button")) close();
    },
    { signal },
  );
  menu.addEventListener(
    "keydown",
    (event) => {
      if (event.key !== "Escape" || !menu.open) return;
      close();
      menu.querySelector("summary")?.focus();
    },
    { signal },
  );
}
