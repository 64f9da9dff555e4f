import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import '#web/test/mount.tsx';
import { Dialog } from './dialog.tsx';
import { Menu, MenuItem } from './menu.tsx';

/** Opens the dialog in each way that screens do: kept and switched, mounted on demand, and from a menu. */
function Page({ way }: { way: 'switched' | 'mounted' | 'menu' | 'vanishing' }) {
  const [open, setOpen] = useState(false);
  const dialog = (
    <Dialog open={open} onClose={() => setOpen(false)} title="Are you sure?">
      <p>Quite sure?</p>
    </Dialog>
  );
  const button = (
    <button type="button" onClick={() => setOpen(true)}>
      Ask
    </button>
  );
  return (
    <main id="main" tabIndex={-1}>
      <h1>Page</h1>
      {way === 'menu' ? (
        <Menu trigger={<button type="button">More</button>}>
          <MenuItem>{button}</MenuItem>
        </Menu>
      ) : (
        (way !== 'vanishing' || !open) && button
      )}
      {way === 'mounted' ? open && dialog : dialog}
    </main>
  );
}

async function openAndClose(name: string) {
  const opener = screen.getByRole('button', { name });
  opener.focus();
  fireEvent.click(opener);
  const close = await screen.findByRole('button', { name: 'Close' });
  await waitFor(() => expect(document.activeElement?.closest('[role="dialog"]')).not.toBeNull());
  fireEvent.click(close);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
}

const focused = () => document.activeElement?.textContent;

describe('returning focus from a dialog', () => {
  it.each([
    'switched',
    'mounted',
  ] as const)('a closed dialog returns the focus to the button that opened it, %s', async (way) => {
    render(<Page way={way} />);
    await openAndClose('Ask');
    await waitFor(() => expect(focused()).toBe('Ask'));
  });

  it('a closed dialog returns the focus to the menu whose entry opened it @payment-17', async () => {
    render(<Page way="menu" />);
    const trigger = screen.getByRole('button', { name: 'More' });
    trigger.focus();
    fireEvent.keyDown(trigger, { key: 'Enter' });
    const entry = await screen.findByRole('menuitem', { name: 'Ask' });
    entry.focus();
    fireEvent.click(entry);
    fireEvent.click(await screen.findByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(focused()).toBe('More'));
  });

  it('a closed dialog focuses the page heading when its opener is gone', async () => {
    render(<Page way="vanishing" />);
    const opener = screen.getByRole('button', { name: 'Ask' });
    opener.focus();
    fireEvent.click(opener);
    fireEvent.keyDown(await screen.findByRole('dialog'), { key: 'Escape' });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    // Closing the dialog renders the button again: a new element with the same name.
    await waitFor(() => expect(focused()).toBe('Page'));
  });

  it('a closed dialog focuses the page heading when it opened with the page', async () => {
    render(<Page way="switched" />);
    // Clicked without the focus, which is how a link that opens the dialog leaves it.
    fireEvent.click(screen.getByRole('button', { name: 'Ask' }));
    fireEvent.keyDown(await screen.findByRole('dialog'), { key: 'Escape' });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(focused()).toBe('Page'));
  });
});
