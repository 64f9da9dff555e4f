import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

const CODE = readFileSync(join(import.meta.dirname, '../public/start.js'), 'utf8');

let listening: Parameters<typeof addEventListener>[] = [];

/** Opens a prerendered page up to the end of its markup. `wait` is for a page that is only read. */
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

const READ = 'data-path="/about" data-code="/assets/entry.js /assets/page.js" data-wait="visitor"';
const ALL = ['/assets/entry.js', '/assets/page.js', '/assets/entry.js'];

// The page's code would be fetched.
const append = document.head.append.bind(document.head);
beforeEach(() => {
  vi.useFakeTimers();
  document.head.replaceChildren();
  document.head.append = (...nodes) => {
    for (const node of nodes) if (node instanceof Element) node.setAttribute('type', 'text/plain');
    append(...nodes);
  };
});
afterEach(() => {
  vi.useRealTimers();
  for (const [type, listener, options] of listening) removeEventListener(type, listener, options);
  listening = [];
  document.head.replaceChildren();
  document.head.append = append;
  localStorage.clear();
  delete document.documentElement.dataset.visitor;
});

describe('the code of a prerendered page', () => {
  it.each([
    'pointermove',
    'touchstart',
    'keydown',
    'focusin',
    'scroll',
    'click',
  ])('waits on a page for reading until a visitor shows, by %s, and loads once', (sign) => {
    open(READ);
    expect(loaded()).toEqual([]);
    document.body.dispatchEvent(new Event(sign, { bubbles: true }));
    document.body.dispatchEvent(new Event('pointerdown', { bubbles: true }));
    expect(loaded()).toEqual(ALL);
  });

  it('loads after a second for a visitor who only looks', () => {
    open(READ);
    vi.advanceTimersByTime(900);
    expect(loaded()).toEqual([]);
    vi.advanceTimersByTime(200);
    expect(loaded()).toEqual(ALL);
  });

  it('loads at once for somebody whose wallet is kept here, and marks the page of anybody else', () => {
    localStorage.setItem('walletSession', '{}');
    open(READ);
    expect(loaded()).toEqual(ALL);
    expect(document.documentElement.dataset.visitor).toBeUndefined();
    localStorage.clear();
    open(READ);
    expect(document.documentElement.dataset.visitor).toBe('');
  });

  it.each(['/about?from=letter', '/elsewhere'])('loads at once at %s, which shows something else', (url) => {
    open(READ, url);
    expect(loaded()).toEqual(ALL);
  });

  it('loads without a visitor’s sign on a page with a form', () => {
    open('data-path="/about" data-code="/assets/entry.js"');
    expect(loaded()).toEqual(['/assets/entry.js', '/assets/entry.js']);
  });

  it('is left to a page that names its code itself', () => {
    open('');
    dispatchEvent(new Event('pointermove'));
    expect(loaded()).toEqual([]);
  });
});
