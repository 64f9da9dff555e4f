import { fireEvent, render, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import '../../test/mount.tsx';
import { FileDrop } from './file-drop.tsx';
import { Progress } from './progress.tsx';

const photo = new File(['x'], 'a.jpg', { type: 'image/jpeg' });

function show(disabled = false) {
  const onFiles = vi.fn();
  render(
    <FileDrop label="Drop" hint="Images" accept={['image/jpeg']} onFiles={onFiles} disabled={disabled} />,
  );
  const input = screen.getByLabelText<HTMLInputElement>('Drop');
  return { onFiles, input, zone: input.closest('label') as HTMLElement };
}

describe('FileDrop', () => {
  it('gives dropped files on, and does not let the browser open them', () => {
    const { onFiles, zone } = show();
    expect(fireEvent.dragOver(zone)).toBe(false);
    expect(fireEvent.drop(zone, { dataTransfer: { files: [photo] } })).toBe(false);
    expect(onFiles).toHaveBeenCalledWith([photo]);
  });

  it('gives chosen files on, the same one twice as well', () => {
    const { onFiles, input } = show();
    fireEvent.change(input, { target: { files: [photo] } });
    expect(input.value).toBe('');
    fireEvent.change(input, { target: { files: [photo] } });
    expect(onFiles).toHaveBeenCalledTimes(2);
  });

  it('is a field of the keyboard with its label, hint and kinds', () => {
    const { input } = show();
    input.focus();
    expect(document.activeElement).toBe(input);
    expect(input.accept).toBe('image/jpeg');
    expect(document.getElementById(input.getAttribute('aria-describedby') ?? '')?.textContent).toBe('Images');
  });

  it('takes nothing while it is shut, and still keeps the browser from opening it', () => {
    const { onFiles, zone, input } = show(true);
    expect(fireEvent.drop(zone, { dataTransfer: { files: [photo] } })).toBe(false);
    expect(onFiles).not.toHaveBeenCalled();
    expect(input.disabled).toBe(true);
  });
});

describe('Progress', () => {
  it('stays within its ends', () => {
    render(<Progress value={140} label="Upload" />);
    expect(screen.getByRole('progressbar', { name: 'Upload' }).getAttribute('aria-valuenow')).toBe('100');
  });
});
