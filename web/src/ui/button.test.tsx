import { fireEvent, render, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import '#web/test/mount.tsx';
import { Button } from './button.tsx';

function show(busy: boolean, onClick?: () => void, onSubmit?: () => void) {
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit?.();
      }}
    >
      <Button type="submit" busy={busy} disabled={busy} onClick={onClick}>
        Send
      </Button>
    </form>
  );
}

const button = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Send' });

describe('a busy button', () => {
  it('keeps the focus, because the browser would take it from a disabled one', () => {
    const { rerender } = render(show(false));
    button().focus();
    rerender(show(true));
    expect(button().disabled).toBe(false);
    expect(button().getAttribute('aria-disabled')).toBe('true');
    expect(document.activeElement).toBe(button());
  });

  it('neither acts nor sends its form, and does both again once it is free', () => {
    const [onClick, onSubmit] = [vi.fn(), vi.fn()];
    const { rerender } = render(show(true, onClick, onSubmit));
    fireEvent.click(button());
    expect(onClick).not.toHaveBeenCalled();
    expect(onSubmit).not.toHaveBeenCalled();
    rerender(show(false, onClick, onSubmit));
    fireEvent.click(button());
    expect(onClick).toHaveBeenCalledTimes(1);
    expect(onSubmit).toHaveBeenCalledTimes(1);
  });
});
