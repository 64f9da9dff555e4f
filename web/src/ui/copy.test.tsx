import { fireEvent, render, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import '../../test/mount.tsx';
import { AddressText } from './chain.tsx';

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
});
