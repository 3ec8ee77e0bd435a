"""The page's script: shows the page anew without loading it, so that the keyboard's place, what is marked and how far
it is scrolled stay. Without script the page loads itself anew."""

SCRIPT = """
"use strict";
const SECONDS = 10;
const away = document.createElement("p");  // there before it says something, or a screen reader does not read it
away.setAttribute("role", "status");
document.querySelector("h1").after(away);
const say = (text) => { if (away.textContent !== text) away.textContent = text; };

// Of what changed, each part by itself. A button that is there again keeps the keyboard.
const renew = (part, fresh) => {
  const text = getSelection();
  const marked = !text.isCollapsed && text.containsNode(part, true);
  if (!fresh || marked || part.innerHTML === fresh.innerHTML) return;
  const on = part.contains(document.activeElement) ? document.activeElement.value : null;
  part.replaceChildren(...fresh.childNodes);
  if (on !== null) (part.querySelector(`button[value="${on}"]`) ?? part.querySelector("button"))?.focus();
};

const show = async () => {
  if (document.hidden) return;
  let answer, text;
  try {
    answer = await fetch("/");
    text = await answer.text();
  } catch {
    say("The worker does not answer: it has ended, or is busy. What is shown is of before.");
    return;
  }
  if (!answer.ok) { say(`What is shown is of before. ${text}`); return; }
  say("");
  const page = new DOMParser().parseFromString(text, "text/html");
  for (const part of document.querySelectorAll("[data-part]"))
    renew(part, page.querySelector(`[data-part="${part.dataset.part}"]`));
};
setInterval(show, 1000 * SECONDS);
document.addEventListener("visibilitychange", show);
"""
