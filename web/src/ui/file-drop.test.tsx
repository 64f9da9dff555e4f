import { fireEvent, render, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import '#web/test/mount.tsx';
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
  it('dropped files are passed on, and the browser does not open them', () => {
    const { onFiles, zone } = show();
    expect(fireEvent.dragOver(zone)).toBe(false);
    expect(fireEvent.drop(zone, { dataTransfer: { files: [photo] } })).toBe(false);
    expect(onFiles).toHaveBeenCalledWith([photo]);
  });

  it('chosen files are passed on, even the same file twice', () => {
    const { onFiles, input } = show();
    fireEvent.change(input, { target: { files: [photo] } });
    expect(input.value).toBe('');
    fireEvent.change(input, { target: { files: [photo] } });
    expect(onFiles).toHaveBeenCalledTimes(2);
  });

  it('the file drop is a labeled field for the keyboard with its hint and file types', () => {
    const { input } = show();
    input.focus();
    expect(document.activeElement).toBe(input);
    expect(input.accept).toBe('image/jpeg');
    expect(document.getElementById(input.getAttribute('aria-describedby') ?? '')?.textContent).toBe('Images');
  });

  it('a disabled file drop accepts nothing and still keeps the browser from opening the file', () => {
    const { onFiles, zone, input } = show(true);
    expect(fireEvent.drop(zone, { dataTransfer: { files: [photo] } })).toBe(false);
    expect(onFiles).not.toHaveBeenCalled();
    expect(input.disabled).toBe(true);
  });
});

describe('Progress', () => {
  it('the progress bar stays between 0 and 100', () => {
    render(<Progress value={140} label="Upload" />);
    expect(screen.getByRole('progressbar', { name: 'Upload' }).getAttribute('aria-valuenow')).toBe('100');
  });
});
