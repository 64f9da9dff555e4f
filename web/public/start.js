// Runs before the first paint: sets the theme, so that a dark page never flashes light (the same rule as src/state/theme.ts),
// marks the page of somebody without a wallet, and loads a prerendered page's code once the page has shown.
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

  // The key of a form that was kept while this page was loaded again (src/resume.ts). Nothing else reads it.
  [, window.formKey] = location.hash.split('#form=');
  if (window.formKey) history.replaceState(history.state, '', location.pathname + location.search);

  // Until its code has taken a page over (src/main.tsx), no choice changes without it, and no form is sent.
  const hold = (event) => {
    const waits = document.getElementById('root')?.dataset.path !== undefined;
    if (waits && (event.type === 'submit' || event.target.closest('label, input'))) event.preventDefault();
  };
  addEventListener('click', hold, true);
  addEventListener('submit', hold, true);

  const add = (tag, attributes) =>
    document.head.append(Object.assign(document.createElement(tag), attributes));

  addEventListener('DOMContentLoaded', () => {
    // `code` lists the page's modules, each after what it imports; `styles` is the sheet of the whole site.
    const page = document.getElementById('root')?.dataset ?? {};
    const { code, path, styles } = page;
    if (!code) return;
    /** @param {(next: () => void) => unknown} then */
    const load = (then) => {
      // The page has only those of what it shows.
      add('link', { rel: 'stylesheet', href: styles });
      // In this order and one at a time, so that a phone answers in between.
      const sources = code.split(' ');
      const next = () => {
        add('script', { type: 'module', src: sources.shift(), async: false });
        if (sources.length > 0) then(next);
      };
      next();
    };
    // Another address or parameters show another page than this one, and so does a wallet.
    const fits = path === location.pathname && !location.search;
    if (!fits) delete page.path;
    // A form that was kept across this load (src/resume.ts).
    if (!fits || kept || window.formKey) {
      load((next) => next());
      return;
    }
    // Neither the first paint nor its fonts share the line with the code. A hidden page isn't painted.
    const paints = new PerformanceObserver(() => {
      paints.disconnect();
      // Adding one takes a phone a while as well.
      load(setTimeout);
    });
    const afterPaint = () => paints.observe({ type: 'paint', buffered: true });
    if (document.readyState === 'complete') afterPaint();
    else addEventListener('load', afterPaint, { once: true });
  });
})();
