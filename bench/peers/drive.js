// @ts-check
// Put into each page before its own scripts: presses Run as soon as it can be pressed, and watches.
// What is asked of a system: the Run button once it can be pressed, the text of its output, a way
// to set the code, and the button that stops a run, if it has one.
/** @typedef {{run: () => HTMLElement | null, output: () => string, write: (code: string) => void, stop: () => HTMLElement | null}} Driver */

(() => {
  const find = (/** @type {string} */ selector) => /** @type {HTMLElement | null} */ (document.querySelector(selector));
  const text = (/** @type {string} */ selector) => find(selector)?.textContent ?? "";
  const page = /** @type {any} */ (globalThis);
  const ours = 'attn-cell[data-cell="scaling/variance"]';

  /** @type {Record<string, Driver>} */
  const drivers = {
    "this site": {
      run: () => find(`${ours}:defined:not([data-state="queued"], [data-state="running"]) [data-action="run"]`),
      output: () => text(`${ours} [data-part="output"]`),
      write: (code) => { /** @type {any} */ (find(ours)).source = code; },
      stop: () => find(`${ours} [data-action="stop"]`),
    },
    PyScript: {
      run: () => find(".py-editor-run-button:not(.running)"),
      output: () => text(".py-editor-output"),
      write: (code) => { /** @type {any} */ (find('script[type^="py-editor"]')).code = code; },
      stop: () => find(".py-editor-run-button.running"),
    },
    "markdown-exec": {
      run: () => { const run = find('[id$="--run"]'); return run?.onclick ? run : null; },
      output: () => text('[id$="--output"]'),
      write: (code) => page.ace.edit(find('[id$="--editor"]')).setValue(code),
      stop: () => null,
    },
  };
  const driver = /** @type {Driver} */ (drivers[page.system]);

  /** @template T @param {() => T} look @returns {Promise<NonNullable<T>>} */
  async function until(look) {
    for (;;) {
      const found = look();
      if (found) return found;
      await new Promise((resolve) => setTimeout(resolve, 4));
    }
  }

  /** @type {number[]} */
  let tasks = [];
  new PerformanceObserver((list) => tasks.push(...list.getEntries().map((entry) => entry.duration)))
    .observe({ type: "longtask", buffered: true });

  page.bench = {
    /** Run code; resolves with the seconds since navigation at the press and at the answer. @param {string} code @param {string} answer */
    async run(code, answer) {
      const run = await until(driver.run);
      driver.write(code);
      const pressed = performance.now();
      run.click();
      await until(() => driver.output().includes(answer));
      return [pressed / 1000, performance.now() / 1000];
    },
    /** Run code that may never end; the root element says when Run can be pressed again. @param {string} code */
    loose(code) {
      tasks = [];
      driver.write(code);
      setTimeout(async () => {
        const began = performance.now();
        driver.run()?.click();
        // A system may take a moment to show that it runs.
        await new Promise((resolve) => setTimeout(resolve, 500));
        await until(driver.run);
        const back = (performance.now() - began) / 1000;
        document.documentElement.dataset["back"] = JSON.stringify([await this.longest(), back]);
      });
    },
    stoppable: () => driver.stop() !== null,
    /** Press Stop and run something else; resolves with the seconds that took. @param {string} code @param {string} answer */
    async stop(code, answer) {
      const began = performance.now();
      driver.stop()?.click();
      await this.run(code, answer);
      return (performance.now() - began) / 1000;
    },
    /** The longest task since the page began, or since the last loose run, in milliseconds. */
    async longest() {
      await new Promise((resolve) => setTimeout(resolve, 200));
      return Math.max(0, ...tasks);
    },
  };
})();
