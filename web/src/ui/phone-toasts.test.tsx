import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PhoneToasts } from './phone-toasts.tsx';
import { toast } from './toast.ts';

beforeEach(() => {
  vi.useFakeTimers();
  const place = document.body.appendChild(document.createElement('div'));
  render(<PhoneToasts place={place} />);
});
afterEach(() => {
  vi.useRealTimers();
  document.body.replaceChildren();
});

const lines = () => screen.queryAllByRole('listitem').map(({ textContent }) => textContent);

describe('toasts on a phone', () => {
  it('are announced lines in the page that leave after five seconds', () => {
    act(() => toast.success('Message sent successfully', 'We answer within 24 hours.'));
    expect(lines()).toEqual(['Message sent successfullyWe answer within 24 hours.']);
    expect(screen.getByRole('region', { name: 'Notifications' }).getAttribute('aria-live')).toBe('polite');
    expect(document.documentElement.style.overflowAnchor).toBe('none');
    act(() => void vi.advanceTimersByTime(4_999));
    expect(lines()).toHaveLength(1);
    act(() => void vi.advanceTimersByTime(1));
    expect(lines()).toEqual([]);
    expect(document.documentElement.style.overflowAnchor).toBe('');
  });

  it('with a button stay ten seconds, and the button acts once', () => {
    const undo = vi.fn();
    act(() => toast.success('Deleted', undefined, { label: 'Undo', run: undo }));
    act(() => void vi.advanceTimersByTime(9_000));
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
    expect(undo).toHaveBeenCalledTimes(1);
    expect(lines()).toEqual([]);
  });

  it('are two at most, the newest ones, and can be closed', () => {
    act(() => {
      for (const word of ['One', 'Two', 'Three']) toast.info(word);
    });
    expect(lines()).toEqual(['Two', 'Three']);
    fireEvent.click(screen.getAllByRole('button', { name: 'Close' })[0] as HTMLElement);
    expect(lines()).toEqual(['Three']);
  });
});
