// Runs before the first paint, so that a dark page never flashes light. The same rule as src/state/theme.ts.
(() => {
  let chosen = null;
  try {
    chosen = localStorage.getItem('theme');
  } catch {
    // Storage may be blocked; the system's choice is used.
  }
  const dark =
    chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';

  // A click before the page's code has loaded would be lost. The last one is made again then (src/main.tsx).
  let clicked = null;
  const keep = ({ target }) => {
    clicked = target.closest('button, [type="radio"], [type="checkbox"]') ?? clicked;
  };
  const hold = (event) => event.preventDefault();
  addEventListener('click', keep, true);
  addEventListener('submit', hold, true);
  window.takeClick = () => {
    removeEventListener('click', keep, true);
    removeEventListener('submit', hold, true);
    return clicked;
  };
})();
