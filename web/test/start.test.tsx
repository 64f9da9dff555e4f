import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

const CODE = readFileSync(join(import.meta.dirname, '../public/start.js'), 'utf8');

let listening: Parameters<typeof addEventListener>[] = [];

/** Opens a prerendered page up to the end of its markup. */
function open(attributes: string, url = '/about') {
  history.replaceState(null, '', url);
  document.body.innerHTML = `<div id="root" ${attributes}></div>`;
  new Function('addEventListener', CODE)((...listener: Parameters<typeof addEventListener>) => {
    listening.push(listener);
    addEventListener(...listener);
  });
  dispatchEvent(new Event('DOMContentLoaded'));
}

const loaded = () =>
  [...document.head.querySelectorAll('script, link')].map(
    (element) => element.getAttribute('src') ?? element.getAttribute('href'),
  );

const PAGE = 'data-path="/about" data-code="/assets/entry.js /assets/page.js" data-styles="/assets/site.css"';
/** The styles of the whole site come with the code, because the page has only those of what it shows. */
const LOADED = ['/assets/site.css', '/assets/entry.js', '/assets/page.js'];

// The page's code would be fetched.
const append = document.head.append.bind(document.head);
beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('PerformanceObserver', Paints);
  document.head.replaceChildren();
  document.head.append = (...nodes) => {
    for (const node of nodes) if (node instanceof Element) node.setAttribute('type', 'text/plain');
    append(...nodes);
  };
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  toldOfPaint = null;
  for (const [type, listener, options] of listening) removeEventListener(type, listener, options);
  listening = [];
  document.head.replaceChildren();
  document.head.append = append;
  document.body.replaceChildren();
  localStorage.clear();
  delete document.documentElement.dataset.visitor;
});

/** Nothing is painted here: who asks for paints is told by `paint`. */
let toldOfPaint: (() => void) | null = null;
class Paints {
  constructor(readonly tell: () => void) {}
  observe({ type, buffered }: PerformanceObserverInit) {
    expect([type, buffered]).toEqual(['paint', true]);
    toldOfPaint = this.tell;
  }
  disconnect() {
    toldOfPaint = null;
  }
}

/** The first paint, after which a page loads its code. */
function paint() {
  expect(toldOfPaint).not.toBeNull();
  toldOfPaint?.();
  vi.advanceTimersByTime(50);
}

const root = () => document.getElementById('root') as HTMLElement;

describe('the code of a prerendered page', () => {
  it('is loaded once the page has shown', () => {
    open(PAGE);
    vi.advanceTimersByTime(5_000);
    expect(loaded()).toEqual([]);
    paint();
    expect(toldOfPaint).toBeNull();
    expect(loaded()).toEqual(LOADED);
    // Each runs after what it imports.
    for (const script of document.head.querySelectorAll('script')) expect(script.async).toBe(false);
  });

  it('is loaded at once for somebody whose wallet is kept here, and the page of anybody else is marked', () => {
    localStorage.setItem('walletSession', '{}');
    open(PAGE);
    expect(loaded()).toEqual(LOADED);
    expect(document.documentElement.dataset.visitor).toBeUndefined();
    localStorage.clear();
    open(PAGE);
    expect(document.documentElement.dataset.visitor).toBe('');
    expect(root().dataset.path).toBe('/about');
  });

  it.each([
    '/about?from=letter',
    '/elsewhere',
  ])('is loaded at once at %s, which shows something else', (url) => {
    open(PAGE, url);
    expect(loaded()).toEqual(LOADED);
    expect(root().dataset.path).toBeUndefined();
  });

  it('is left to a page that names its code itself', () => {
    open('');
    expect(toldOfPaint).toBeNull();
    expect(loaded()).toEqual([]);
  });
});

describe('a prerendered page that its code has not taken over', () => {
  const FORM = '<form><label>Cover <input type="checkbox"></label><a href="#help">Help</a></form>';
  const send = () => {
    const event = new Event('submit', { bubbles: true, cancelable: true });
    root().querySelector('form')?.dispatchEvent(event);
    return event.defaultPrevented;
  };
  const press = (selector: string) => {
    const event = new MouseEvent('click', { bubbles: true, cancelable: true });
    root().querySelector(selector)?.dispatchEvent(event);
    return event.defaultPrevented;
  };

  it('sends no form and changes no choice, which its code would not hear of, but follows links', () => {
    open(PAGE);
    root().innerHTML = FORM;
    expect(send()).toBe(true);
    expect([press('label'), press('input')]).toEqual([true, true]);
    expect(root().querySelector('input')?.checked).toBe(false);
    expect(press('a')).toBe(false);
  });

  it('does all of it once it has', () => {
    open(PAGE);
    root().innerHTML = FORM;
    delete root().dataset.path;
    expect([send(), press('input')]).toEqual([false, false]);
    expect(root().querySelector('input')?.checked).toBe(true);
  });
});
