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
const FETCHED = ['/assets/site.css', '/assets/entry.js', '/assets/page.js'];
/** With the script that runs it. */
const RUN = [...FETCHED, '/assets/entry.js'];

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

/** The first paint, after which a page fetches its code. */
function paint() {
  expect(toldOfPaint).not.toBeNull();
  toldOfPaint?.();
  vi.advanceTimersByTime(50);
}

describe('the code of a prerendered page', () => {
  it.each([
    'pointermove',
    'touchstart',
    'keydown',
    'focusin',
    'scroll',
    'click',
  ])('is fetched once the page has shown, and runs once when a visitor shows, by %s', (sign) => {
    open(PAGE);
    vi.advanceTimersByTime(50);
    expect(loaded()).toEqual([]);
    paint();
    expect(toldOfPaint).toBeNull();
    expect(loaded()).toEqual(FETCHED);
    document.body.dispatchEvent(new Event(sign, { bubbles: true }));
    document.body.dispatchEvent(new Event('pointerdown', { bubbles: true }));
    expect(loaded()).toEqual(RUN);
  });

  it('runs without a wait when a visitor shows before the page has', () => {
    open(PAGE);
    document.body.dispatchEvent(new Event('keydown', { bubbles: true }));
    expect(loaded()).toEqual(RUN);
    paint();
    expect(loaded()).toEqual(RUN);
  });

  it('runs after five seconds for a visitor who only looks', () => {
    open(PAGE);
    paint();
    vi.advanceTimersByTime(4900);
    expect(loaded()).toEqual(FETCHED);
    vi.advanceTimersByTime(200);
    expect(loaded()).toEqual(RUN);
  });

  it('runs at once for somebody whose wallet is kept here, and marks the page of anybody else', () => {
    localStorage.setItem('walletSession', '{}');
    open(PAGE);
    expect(loaded()).toEqual(RUN);
    expect(document.documentElement.dataset.visitor).toBeUndefined();
    localStorage.clear();
    open(PAGE);
    expect(document.documentElement.dataset.visitor).toBe('');
    expect(document.getElementById('root')?.dataset.path).toBe('/about');
  });

  it.each(['/about?from=letter', '/elsewhere'])('runs at once at %s, which shows something else', (url) => {
    open(PAGE, url);
    expect(loaded()).toEqual(RUN);
    expect(document.getElementById('root')?.dataset.path).toBeUndefined();
  });

  it('runs without a visitor’s sign on a page that is empty without it', () => {
    open(`${PAGE} data-now`);
    paint();
    expect(loaded()).toEqual(RUN);
  });

  it('is left to a page that names its code itself', () => {
    open('');
    dispatchEvent(new Event('pointermove'));
    expect(loaded()).toEqual([]);
  });
});
