// Says so when code of the page does not arrive: nothing else could.
const main = document.querySelector('script[src="js/main.js"]');

main.addEventListener('error', () => {
  const again = document.createElement('button');
  again.type = 'button';
  again.textContent = 'Load again';
  again.addEventListener('click', () => location.reload());
  const status = document.getElementById('status');
  status.replaceChildren('A part of this page could not be loaded (no connection?). ', again);
  status.dataset.mood = 'bad';
});
