// Light, dark, or what the system says. Loaded first, so that the page does not flash.
const KEY = 'satoku-theme';
const CHOICES = ['system', 'light', 'dark'];

function stored() {
  try {
    const choice = localStorage.getItem(KEY);
    return CHOICES.includes(choice) ? choice : 'system';
  } catch {
    return 'system'; // storage may be forbidden
  }
}

function apply(choice) {
  if (choice === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = choice;
  const button = document.getElementById('theme');
  if (button) button.textContent = `Theme: ${choice}`;
}

let chosen = stored();
apply(chosen);
document.getElementById('theme').addEventListener('click', () => {
  chosen = CHOICES[(CHOICES.indexOf(chosen) + 1) % CHOICES.length];
  try {
    localStorage.setItem(KEY, chosen);
  } catch { /* the choice then lasts until the page is left */ }
  apply(chosen);
});
