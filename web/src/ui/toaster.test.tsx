import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import '#web/test/mount.tsx';
import { toast } from './toast.ts';
import Toaster from './toaster.tsx';

afterEach(() => document.body.replaceChildren());

describe('floating toasts', () => {
  it('are not tab stops, and tabbing past their button does not move the focus back', async () => {
    render(
      <>
        <button type="button">Before</button>
        <Toaster />
        <button type="button">After</button>
      </>,
    );
    act(() => toast.success('Suspended', undefined, { label: 'Undo', run: () => {} }));
    const undo = await screen.findByRole('button', { name: 'Undo' });
    await waitFor(() => expect(undo.closest('li')?.tabIndex).toBe(-1));
    const [before, after] = ['Before', 'After'].map((name) => screen.getByRole('button', { name }));
    // As a browser reports it, with where the focus came from and where it goes.
    fireEvent.focusIn(undo, { relatedTarget: before });
    act(() => after?.focus());
    fireEvent.focusOut(undo, { relatedTarget: after });
    expect(document.activeElement?.textContent).toBe('After');
  });
});
