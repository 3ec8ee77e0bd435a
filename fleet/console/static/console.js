// Pages that say so (data-live, in seconds) show themselves anew; without script they are loaded anew by hand.
"use strict";
const main = document.querySelector("main[data-live]");
const AWAY_SECONDS = 5;
if (main) {
  const every = Number(main.dataset.live);
  const notice = document.createElement("p");  // there before it says something, or a screen reader does not read it
  notice.className = "trouble notice";
  notice.setAttribute("role", "status");
  main.before(notice);
  const say = (text) => { if (notice.textContent !== text) notice.textContent = text; };
  const chosen = (list) => list.selectedIndex !== Math.max(0, [...list.options].findIndex((one) => one.defaultSelected));
  const typed = () => [...main.querySelectorAll("input")].some((one) => one.type !== "hidden"
    && (one.value !== one.defaultValue || one.checked !== one.defaultChecked))
    || [...main.querySelectorAll("select")].some(chosen);
  // By the keyboard, or where something can be typed. What was clicked keeps nobody's place.
  const held = () => main.contains(document.activeElement) && document.activeElement !== main
    && document.activeElement.matches(":focus-visible, input, select");
  const marked = () => { const text = getSelection(); return !text.isCollapsed && main.contains(text.anchorNode); };
  const waits = () => typed() || held() || marked();
  const busy = () => document.hidden || waits();

  // What can be unfolded, by the words on it; of those with the same words, by their order.
  const folds = (root) => {
    const met = {};
    return [...root.querySelectorAll("details")].map((fold) => {
      const said = fold.querySelector("summary").textContent;
      met[said] = (met[said] ?? 0) + 1;
      return [`${said} ${met[said]}`, fold];
    });
  };

  // Seconds until the next look. What is shown stays while the console or its database is away.
  const show = async () => {
    quiet.textContent = waits() ? "It stands still while something in it is typed, ticked, marked or reached by the keyboard." : "";
    if (busy()) return every;
    let answer, text;
    try {
      answer = await fetch(location.href, { headers: { accept: "text/html" } });
      text = await answer.text();
    } catch {
      say("The console does not answer. What is shown is of before; this page asks again by itself.");
      return AWAY_SECONDS;
    }
    if (answer.redirected) {
      say("You are signed in no more, so this page is of before. Load it anew to sign in.");
      return every;
    }
    const page = new DOMParser().parseFromString(text, "text/html");
    if (!answer.ok) {
      const said = page.querySelector("main .trouble")?.textContent ?? `The console answered ${answer.status}.`;
      say(`What is shown is of before. ${said}`);
      return AWAY_SECONDS;
    }
    say("");
    const fresh = page.querySelector("main");
    if (fresh && !busy()) {
      const before = new Map(folds(main).map(([name, fold]) => [name, fold.open]));
      for (const [name, fold] of folds(fresh)) fold.open = before.get(name) ?? fold.open;
      main.replaceChildren(...fresh.childNodes);
    }
    return every;
  };

  const quiet = document.createElement("p");
  quiet.className = "quiet";
  let timer = 0;
  const wait = (seconds) => { timer = setTimeout(async () => { const next = await show(); if (timer) wait(next); }, 1000 * seconds); };
  const button = document.createElement("button");
  const tell = () => { button.textContent = timer ? "Stop updating this page" : "Keep this page up to date"; };
  button.addEventListener("click", () => {
    if (timer) { clearTimeout(timer); timer = 0; say(""); quiet.textContent = ""; } else wait(0);
    tell();
  });
  wait(every);
  tell();
  main.after(button, quiet);
}
// What is pressed twice, as by a double click, is done once. Who comes back to the page may press again.
const AGAIN_MS = 10000;
document.addEventListener("submit", (event) => {
  const form = event.target;
  if (form.method !== "post" || event.defaultPrevented) return;
  if (form.dataset.pressed) { event.preventDefault(); return; }
  form.dataset.pressed = "yes";
  setTimeout(() => { delete form.dataset.pressed; }, AGAIN_MS);
});
addEventListener("pageshow", () => { for (const form of document.forms) delete form.dataset.pressed; });
// An invite's secret comes in the fragment, which no server is sent. It goes on by POST, and stays in no history.
const invite = document.querySelector("form[data-invite]");
if (invite && location.hash.length > 1) {
  invite.elements.secret.value = location.hash.slice(1);
  history.replaceState(null, "", location.pathname);
  invite.submit();
}
for (const text of navigator.clipboard ? document.querySelectorAll("pre[data-copy]") : []) {
  const button = document.createElement("button");
  button.textContent = "Copy";
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(text.textContent);
    button.textContent = "Copied";
  });
  text.before(button);
}
