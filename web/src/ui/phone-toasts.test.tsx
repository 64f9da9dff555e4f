import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PhoneToasts } from './phone-toasts.tsx';
import { toast } from './toast.ts';

let place: HTMLElement;
beforeEach(() => {
  vi.useFakeTimers();
  place = document.body.appendChild(document.createElement('div'));
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

  it('show one at a time: a newer toast replaces the last one and stays for its full time', () => {
    act(() => toast.info('Payment successful! Creating policy...'));
    act(() => void vi.advanceTimersByTime(4_000));
    act(() => toast.info('Policy created successfully!'));
    expect(lines()).toEqual(['Policy created successfully!']);
    act(() => void vi.advanceTimersByTime(4_999));
    expect(lines()).toEqual(['Policy created successfully!']);
    act(() => void vi.advanceTimersByTime(1));
    expect(lines()).toEqual([]);
  });

  it('can be closed', () => {
    act(() => toast.info('Details copied'));
    fireEvent.click(screen.getByRole('button', { name: 'Close' }));
    expect(lines()).toEqual([]);
  });

  it('keep a focused field below the toast', () => {
    vi.spyOn(place, 'clientHeight', 'get').mockReturnValue(49);
    act(() => toast.error('Please enter your email address'));
    expect(document.documentElement.style.scrollPaddingTop).toBe('129px');
    act(() => void vi.advanceTimersByTime(5_000));
    expect(document.documentElement.style.scrollPaddingTop).toBe('');
  });
});
