// @ts-check
// The reader's choice of language, kept in the browser; absent where storage is switched off.

export const LANGUAGE = "attn:language";

/** @returns {string | null} */
export function recall() {
  try {
    return localStorage.getItem(LANGUAGE);
  } catch {
    return null;
  }
}

/** @param {string} language */
export function remember(language) {
  try {
    localStorage.setItem(LANGUAGE, language);
  } catch {
    // A browser that keeps nothing asks again next time.
  }
}
