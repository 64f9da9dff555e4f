import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import '#web/test/mount.tsx';

const OPTIONS = [
  { value: 'flat', label: 'Flat' },
  { value: 'house', label: 'House' },
  { value: 'hut', label: 'Hut' },
  { value: 'hall', label: 'Hall', disabled: true },
];

/** A select of a page that has not loaded any list yet. */
async function show() {
  vi.resetModules();
  const { Select } = await import('./select.tsx');
  function Form() {
    const [value, setValue] = useState('');
    return <Select aria-label="House type" options={OPTIONS} value={value} onChange={setValue} />;
  }
  render(<Form />);
  return screen.getByRole<HTMLButtonElement>('combobox', { name: 'House type' });
}

describe('a select whose list has not loaded', () => {
  it('shows its placeholder, opens its list when pressed, and shows what was chosen', async () => {
    const box = await show();
    expect(box.textContent).toBe('Select');
    expect(box.getAttribute('aria-expanded')).toBe('false');
    expect(screen.queryByRole('option', { hidden: true })).toBeNull();
    fireEvent.click(box);
    fireEvent.keyDown(await screen.findByRole('option', { name: 'House' }), { key: 'Enter' });
    const after = await screen.findByRole('combobox', { name: 'House type' });
    expect(after.textContent).toBe('House');
    await waitFor(() => expect(document.activeElement).toBe(after));
  });

  it.each(['Enter', ' ', 'ArrowDown', 'ArrowUp'])('opens its list with the key %j', async (key) => {
    fireEvent.keyDown(await show(), { key });
    expect(await screen.findByRole('option', { name: 'Flat' })).toBeTruthy();
  });

  it('chooses by letters without opening, and the same letter again chooses the next', async () => {
    const box = await show();
    const type = (key: string) => fireEvent.keyDown(box, { key });
    const chosen = () => box.textContent;
    type('h');
    expect(chosen()).toBe('House');
    type('h');
    expect(chosen()).toBe('Hut');
    type('h');
    expect(chosen()).toBe('House');
    type('x');
    expect(chosen()).toBe('House');
    expect(screen.queryByRole('option', { hidden: true })).toBeNull();
  });

  it('spells an option by letters, and leaves keys with Control alone', async () => {
    const box = await show();
    fireEvent.keyDown(box, { key: 'f', ctrlKey: true });
    expect(box.textContent).toBe('Select');
    for (const key of ['h', 'u']) fireEvent.keyDown(box, { key });
    expect(box.textContent).toBe('Hut');
  });

  it('does not open with Tab, which leaves it', async () => {
    const box = await show();
    fireEvent.keyDown(box, { key: 'Tab' });
    fireEvent.focus(box);
    await import('./select-list.tsx');
    expect(screen.queryByRole('option')).toBeNull();
  });
});
