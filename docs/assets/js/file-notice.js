// @ts-check
// A classic script: a page opened as a file may not load modules, so none of them could say this.
(() => {
  if (location.protocol !== "file:") return;
  const words = {
    en: [
      "This page was opened as a file. It can be read, but browsers then block Python, the playground and the search. For these, start a small server in the folder that holds “en” and “ko”:",
      "and open http://localhost:8000/ in this browser.",
    ],
    ko: [
      "파일로 직접 연 페이지입니다. 읽으실 수는 있지만 브라우저가 파이썬, 플레이그라운드, 검색을 막습니다. 모두 쓰시려면 “en”과 “ko” 폴더가 들어 있는 곳에서 작은 서버를 켜십시오:",
      "그런 다음 이 브라우저에서 http://localhost:8000/ 주소를 여시면 됩니다.",
    ],
  };
  const [before = "", after = ""] = document.documentElement.lang === "ko" ? words.ko : words.en;
  const command = document.createElement("code");
  command.textContent = "python -m http.server 8000";
  const notice = document.createElement("p");
  notice.className = "attn-file";
  notice.setAttribute("role", "note");
  notice.append(`${before} `, command, ` ${after}`);
  document.body.prepend(notice);
})();
