// Runs before the first paint: sets the theme, so that a dark page never flashes light (the same rule as src/state/theme.ts),
// marks the page of somebody without a wallet, and runs a prerendered page's code when somebody is there.
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

  // The key of a form that was kept while this page was loaded again (src/state/resume.ts). Nothing else reads it.
  [, window.formKey] = location.hash.split('#form=');
  if (window.formKey) history.replaceState(history.state, '', location.pathname + location.search);

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

  /** What a person does on a page. Its code runs then; whoever only looks gets it after a while, in milliseconds. */
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
  const LOOKED_MS = 5_000;

  const once = (task) => {
    let done = false;
    return () => {
      if (!done) task();
      done = true;
    };
  };
  const add = (tag, attributes) =>
    document.head.append(Object.assign(document.createElement(tag), attributes));

  addEventListener('DOMContentLoaded', () => {
    // `code` lists the entry, then what it imports; `styles` is the sheet of the whole site.
    const page = document.getElementById('root')?.dataset ?? {};
    const { code, path, now, styles } = page;
    if (!code) return;
    const files = code.split(' ');
    const fetchCode = once(() => {
      // The page has only those of what it shows.
      add('link', { rel: 'stylesheet', href: styles });
      for (const href of files) add('link', { rel: 'modulepreload', href });
    });
    const runCode = once(() => {
      fetchCode();
      add('script', { type: 'module', src: files[0] });
    });
    // Another address or parameters show another page than this one, and so does a wallet.
    const fits = path === location.pathname && !location.search;
    if (!fits) delete page.path;
    // A form that was kept across this load (src/state/resume.ts).
    if (!fits || kept || window.formKey) {
      runCode();
      return;
    }
    for (const sign of SIGNS) addEventListener(sign, runCode, { capture: true, once: true, passive: true });
    // Neither the first paint nor its fonts share the line with the code. A hidden page isn't painted.
    const paints = new PerformanceObserver(() => {
      paints.disconnect();
      fetchCode();
      setTimeout(runCode, now === undefined ? LOOKED_MS : 0);
    });
    const afterPaint = () => paints.observe({ type: 'paint', buffered: true });
    if (document.readyState === 'complete') afterPaint();
    else addEventListener('load', afterPaint, { once: true });
  });
})();
