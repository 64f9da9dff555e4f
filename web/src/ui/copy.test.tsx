import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import '#web/test/mount.tsx';
import { takeDelivery } from './toast.ts';
import { AddressText } from './values.tsx';

describe('copying', () => {
  it('is announced, and its button keeps the name of what it copies', async () => {
    const writeText = vi.fn(() => Promise.resolve());
    vi.stubGlobal('navigator', { clipboard: { writeText } });
    render(<AddressText address="0x1234567890123456789012345678901234567890" />);
    const button = screen.getByRole('button', { name: 'Copy address 0x1234…7890' });
    expect(screen.getByRole('status').textContent).toBe('');
    fireEvent.click(button);
    expect(await screen.findByText('Copied')).toBe(screen.getByRole('status'));
    expect(button.getAttribute('aria-label')).toBe('Copy address 0x1234…7890');
    expect(writeText).toHaveBeenCalledWith('0x1234567890123456789012345678901234567890');
  });

  it('says so where the browser has no clipboard, as inside some wallets’ apps', () => {
    vi.stubGlobal('navigator', {});
    const told: string[] = [];
    const stop = takeDelivery(({ message }) => told.push(message));
    render(<AddressText address="0x1234567890123456789012345678901234567890" />);
    fireEvent.click(screen.getByRole('button', { name: 'Copy address 0x1234…7890' }));
    return waitFor(() => expect(told).toEqual(['Your browser does not let this page copy.'])).finally(stop);
  });
});
