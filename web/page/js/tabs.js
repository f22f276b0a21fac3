// Tabs as the ARIA practices describe them: arrows, Home and End move, the panel follows.

/** Turns `list` (role tablist) into tabs; `onShow` hears the id of each panel that is shown. */
export function tabs(list, onShow) {
  const all = [...list.querySelectorAll('[role="tab"]')];

  function show(name, focus = false) {
    const tab = all.find((t) => t.getAttribute('aria-controls') === name) ?? all[0];
    for (const t of all) {
      const chosen = t === tab;
      t.setAttribute('aria-selected', String(chosen));
      t.tabIndex = chosen ? 0 : -1;
      document.getElementById(t.getAttribute('aria-controls')).hidden = !chosen;
    }
    if (focus) {
      tab.focus();
      tab.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    }
    onShow(tab.getAttribute('aria-controls'));
  }

  for (const [at, tab] of all.entries()) {
    tab.addEventListener('click', () => show(tab.getAttribute('aria-controls')));
    tab.addEventListener('keydown', (event) => {
      const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: all.length - 1 }[event.key];
      if (to === undefined) return;
      event.preventDefault();
      show(all[(to + all.length) % all.length].getAttribute('aria-controls'), true);
    });
  }
  return show;
}
