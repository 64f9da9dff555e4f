import { render, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import '#web/test/mount.tsx';
import { focusHeading } from './focus-heading.ts';
import { keepFocus } from './keep-focus.ts';

let end = () => {};
beforeEach(() => {
  end = keepFocus();
});
afterEach(() => end());

const page = (children: ReactNode) => (
  <main id="main" tabIndex={-1}>
    {children}
  </main>
);
const focused = () => document.activeElement;

describe('the focus, when the focused element disappears or is disabled,', () => {
  it('moves from the heading of a loading page to the heading that replaces it', async () => {
    const { rerender, getByRole } = render(page(<h1 key="loading">Policy</h1>));
    focusHeading();
    rerender(page(<h1 key="loaded">Your home is covered</h1>));
    await waitFor(() => expect(focused()).toBe(getByRole('heading', { name: 'Your home is covered' })));
  });

  it('waits on the main content until its heading is there', async () => {
    const { rerender, getByRole } = render(page(<p>Loading</p>));
    focusHeading();
    expect(focused()?.id).toBe('main');
    rerender(page(<h1>My Policies</h1>));
    await waitFor(() => expect(focused()).toBe(getByRole('heading', { name: 'My Policies' })));
  });

  it('stays in the named part of the page that a vanished button was in', async () => {
    const part = (button: boolean) =>
      page(
        <>
          <h1>Policy</h1>
          <section aria-label="Share a proof">
            <ul>
              <li>{button && <button type="button">Revoke</button>}</li>
            </ul>
          </section>
        </>,
      );
    const { rerender, getByRole } = render(part(true));
    getByRole('button').focus();
    rerender(part(false));
    await waitFor(() => expect(focused()?.getAttribute('aria-label')).toBe('Share a proof'));
  });

  it('moves to the named part of the page around a button that is disabled', async () => {
    const part = (disabled: boolean) =>
      page(
        <section aria-label="Notes">
          <button type="button" disabled={disabled}>
            Add note
          </button>
        </section>,
      );
    const { rerender, getByRole } = render(part(false));
    getByRole('button').focus();
    rerender(part(true));
    await waitFor(() => expect(focused()?.getAttribute('aria-label')).toBe('Notes'));
  });

  it('moves to the heading if no named part is left', async () => {
    const { rerender, getByRole } = render(
      page(
        <>
          <h1>Policy</h1>
          <button type="button">Undo</button>
        </>,
      ),
    );
    getByRole('button').focus();
    rerender(page(<h1>Policy</h1>));
    await waitFor(() => expect(focused()).toBe(getByRole('heading', { name: 'Policy' })));
  });

  it('is left to a dialog that closes, which gives it back itself', async () => {
    const { rerender, getByRole } = render(
      page(
        <>
          <h1>Policy</h1>
          <div role="dialog">
            <button type="button">Close</button>
          </div>
        </>,
      ),
    );
    getByRole('button').focus();
    rerender(page(<h1>Policy</h1>));
    await new Promise((resolve) => setTimeout(resolve));
    expect(focused()).toBe(document.body);
  });

  it('is left alone where it was moved by its owner', async () => {
    const { rerender, getByRole } = render(
      page(
        <>
          <h1>Policy</h1>
          <button type="button" key="first">
            First
          </button>
          <input key="second" />
        </>,
      ),
    );
    getByRole('button').focus();
    getByRole('textbox').focus();
    rerender(
      page(
        <>
          <h1>Policy</h1>
          <input key="second" />
        </>,
      ),
    );
    await new Promise((resolve) => setTimeout(resolve));
    expect(focused()).toBe(getByRole('textbox'));
  });
});
