// @ts-check
// A classic script: the theme's bundle looks for `window.mermaid` before any module has run. It
// stands in for Mermaid and imports the site's own copy only when a page draws a diagram.
(() => {
  /** @type {Promise<any> | undefined} */
  let loading;
  /** @type {Record<string, unknown>} */
  let options = {};

  function load() {
    loading ??= (async () => {
      const text = document.getElementById("attn-config")?.textContent ?? "{}";
      const config = JSON.parse(text);
      const url = new URL(config.mermaid, new URL(config.assets, document.baseURI));
      const { default: mermaid } = await import(url.href);
      mermaid.initialize({ ...options, securityLevel: "strict", startOnLoad: false });
      return mermaid;
    })();
    return loading;
  }

  Object.assign(window, {
    mermaid: {
      /** @param {Record<string, unknown>} given */
      initialize: (given) => {
        options = given;
      },
      /**
       * @param {string} id
       * @param {string} source
       */
      render: async (id, source) => (await load()).render(id, source),
    },
  });
})();
