import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { prepare } from '#web/afterwards.ts';
import { createSiteRouter } from '#web/router.tsx';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import { network } from './network.ts';

const Menu = { default: ({ name }: { name: string }) => <nav aria-label={name} /> };
const gone = () =>
  new TypeError('Failed to fetch dynamically imported module: https://site.test/assets/x.js');
const tryAgain = () => fireEvent.click(screen.getByRole('button', { name: 'Try Again' }));

const reload = vi.fn();
let page = '';

beforeEach(() => {
  reload.mockReset();
  vi.spyOn(window.location, 'reload').mockImplementation(reload);
  // What our server answers for this page.
  page = '<script type="module" src="/assets/index-now.js"></script>';
  vi.stubGlobal('fetch', async () => new Response(page));
  // As markup, because the entry must not run.
  document.head.insertAdjacentHTML('beforeend', page);
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  prepare(createSiteRouter());
});
afterEach(() => {
  cleanup();
  network('online');
  for (const script of document.head.querySelectorAll('script')) script.remove();
  for (const field of document.body.querySelectorAll('input')) field.remove();
});

describe('a part whose code can’t be fetched', () => {
  it('says so in its own place while the rest of the page stays, and shows once its code is there', async () => {
    const load = vi.fn().mockRejectedValueOnce(gone()).mockResolvedValue(Menu);
    const Part = lazyPart<{ name: string }>(load);
    render(
      <main>
        <h1>Quote</h1>
        <Part name="Main" />
      </main>,
    );
    expect((await screen.findByRole('alert')).textContent).toBe('This part could not be loaded.Try Again');
    expect(screen.getByRole('heading', { name: 'Quote' })).toBeDefined();
    tryAgain();
    expect(await screen.findByRole('navigation', { name: 'Main' })).toBeDefined();
    expect(screen.queryByRole('alert')).toBeNull();
    expect(reload).not.toHaveBeenCalled();
  });

  it('begins no import without a network, which the browser would remember as failed', async () => {
    const load = vi.fn().mockResolvedValue(Menu);
    const Part = lazyPart<{ name: string }>(load);
    network('offline');
    render(<Part name="Main" />);
    expect((await screen.findByRole('alert')).textContent).toContain('You are offline.');
    expect(load).not.toHaveBeenCalled();
    network('online');
    tryAgain();
    expect(await screen.findByRole('navigation', { name: 'Main' })).toBeDefined();
  });

  it('loads the page again on request if its code still can’t be fetched', async () => {
    const Part = lazyPart<{ name: string }>(() => Promise.reject(gone()));
    render(<Part name="Main" />);
    await screen.findByRole('alert');
    expect(reload).not.toHaveBeenCalled();
    tryAgain();
    await waitFor(() => expect(reload).toHaveBeenCalledOnce());
  });

  it('loads the page again without being asked after a deployment, unless something is typed on it', async () => {
    page = '<script type="module" src="/assets/index-next.js"></script>';
    const Part = lazyPart<{ name: string }>(() => Promise.reject(gone()));
    const field = document.createElement('input');
    field.value = '12 Quay Street';
    document.body.append(field);
    const first = render(<Part name="Main" />);
    await screen.findByRole('alert');
    await new Promise((done) => setTimeout(done));
    expect(reload).not.toHaveBeenCalled();
    first.unmount();
    field.value = '';
    const Other = lazyPart<{ name: string }>(() => Promise.reject(gone()));
    render(<Other name="Main" />);
    await waitFor(() => expect(reload).toHaveBeenCalledOnce());
  });

  it('that opens over the page can be closed', async () => {
    const onClose = vi.fn();
    const Part = lazyPart<{ name: string }>(() => Promise.reject(gone()));
    render(<Part name="Main" onClose={onClose} />);
    fireEvent.click(await screen.findByRole('button', { name: 'Close' }));
    expect(onClose).toHaveBeenCalledOnce();
  });
});

describe('a part that isn’t shown yet', () => {
  it('fetches its code once the page has settled, so that it opens without a network', async () => {
    vi.useFakeTimers();
    const load = vi.fn().mockResolvedValue(Menu);
    const Part = lazyPart<{ name: string }>(load);
    const { rerender } = render(<Part name="Main" when={false} />);
    expect(load).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(2_000);
    vi.useRealTimers();
    expect(load).toHaveBeenCalledOnce();
    network('offline');
    rerender(<Part name="Main" />);
    expect(await screen.findByRole('navigation', { name: 'Main' })).toBeDefined();
  });
});
