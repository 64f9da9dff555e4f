// Runs before the first paint: sets the theme, so that a dark page never flashes light (the same rule as src/state/theme.ts),
// marks the page of somebody without a wallet, and says when a prerendered page loads its code.
(() => {
  const stored = (key) => {
    try {
      return localStorage.getItem(key);
    } catch {
      // Storage may be blocked; then there is no choice, and no wallet.
      return null;
    }
  };
  const chosen = stored('theme');
  const dark =
    chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
  const kept = stored('walletSession') !== null;
  if (!kept) document.documentElement.dataset.visitor = '';

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

  /** What a person does on a page that is for reading. Whoever only looks gets its code after a while, in milliseconds. */
  const SIGNS = [
    'pointermove',
    'pointerdown',
    'touchstart',
    'click',
    'keydown',
    'focusin',
    'wheel',
    'scroll',
  ];
  const LOOKED_MS = 1_000;

  /** Loads the page's code (`data-code`: the entry, then what it imports), which waits so that the first paint need not. */
  const loadOf = (files) => {
    let loading = false;
    return () => {
      if (loading) return;
      loading = true;
      for (const href of files) {
        document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
      }
      document.head.append(
        Object.assign(document.createElement('script'), { type: 'module', src: files[0] }),
      );
    };
  };

  addEventListener('DOMContentLoaded', () => {
    const { code, path, wait } = document.getElementById('root')?.dataset ?? {};
    if (!code) return;
    const load = loadOf(code.split(' '));
    // Whoever has a wallet here, or came by a link with parameters, gets another page than this one.
    if (path !== location.pathname || location.search || kept) load();
    else if (wait) {
      setTimeout(load, LOOKED_MS);
      for (const sign of SIGNS) addEventListener(sign, load, { capture: true, once: true, passive: true });
    } else if (document.readyState === 'complete') load();
    else addEventListener('load', () => requestAnimationFrame(() => setTimeout(load)), { once: true });
  });
})();
