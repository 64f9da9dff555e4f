import { focusHeading } from './focus-heading.ts';

/** These give the focus back themselves when they close. */
const OVERLAYS = '[role="dialog"], [role="menu"], [role="listbox"]';
/** What a screen reader announces by its name. */
const PLACES = 'main [aria-label]:not(button, a, input), main [aria-labelledby]';

const main = () => document.getElementById('main');

/**
 * Keeps the focus near its place when the focused element disappears or is disabled: on the heading that replaces a
 * loading page's, or on the closest named part around a button. Ends with the returned function.
 */
export function keepFocus(): () => void {
  /** The focused element and everything around it, innermost first. */
  let around: Element[] = [];
  /** Whether the page had no heading yet when it should have got the focus. */
  let early = false;
  const remember = ({ target }: FocusEvent) => {
    around = [];
    for (let each = target as Element | null; each; each = each.parentElement) around.push(each);
    early = target === main() && document.querySelector('main h1') === null;
  };
  const observer = new MutationObserver(() => {
    const focused = document.activeElement;
    if (early && focused === main() && document.querySelector('main h1')) focusHeading();
    const [lost] = around;
    if (!lost || (focused !== document.body && focused !== lost)) return;
    if (lost.isConnected && !lost.matches(':disabled')) return;
    const place = lost.matches('h1')
      ? undefined
      : around.find((each) => each.isConnected && each.matches(PLACES));
    const overlay = around.find((each) => each.matches(OVERLAYS));
    around = [];
    if (overlay) return overlay.isConnected ? (overlay as HTMLElement).focus() : undefined;
    if (!(place instanceof HTMLElement)) return lost.isConnected ? undefined : focusHeading();
    place.tabIndex = -1;
    place.focus({ preventScroll: true });
  });
  document.addEventListener('focusin', remember);
  observer.observe(document.body, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ['disabled'],
  });
  return () => {
    document.removeEventListener('focusin', remember);
    observer.disconnect();
  };
}
