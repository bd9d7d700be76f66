// On paper everything is open but what would fill pages.
addEventListener("beforeprint", () => document.querySelectorAll("details").forEach((part) => { part.open = !(part.querySelectorAll("li").length > 20); }));
