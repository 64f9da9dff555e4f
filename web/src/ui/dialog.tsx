import { useRef } from 'react';
import { focusHeading } from '#web/lib/focus-heading.ts';
import type { DialogProps } from './dialog-frame.tsx';
import { lazyPart } from './lazy-part.tsx';

const DialogFrame = lazyPart(() => import('./dialog-frame.tsx'));
/** Fetches the frame before the first dialog opens. */
export const dialogReady = DialogFrame.ready;

/** The focused element, if any. For a menu entry it is the menu's button, because the entry disappears with its menu. */
function focusedNow(): HTMLElement | null {
  const active = document.activeElement instanceof HTMLElement ? document.activeElement : null;
  const button = active?.closest('[role="menu"]')?.getAttribute('aria-labelledby');
  if (button) return document.getElementById(button);
  return active === document.body ? null : active;
}

function giveFocusTo(opener: HTMLElement | null): void {
  if (opener?.isConnected) opener.focus();
  if (opener === null || document.activeElement !== opener) focusHeading();
}

/** A modal that traps focus, returns it and closes on Escape. A bottom sheet on small screens. */
export function Dialog(props: DialogProps) {
  const { open = true } = props;
  const opened = useRef(false);
  if (open) opened.current = true;
  // Read during render: once the dialog is mounted, the menu that opened it is gone.
  const opener = useRef<HTMLElement | null>(null);
  if (open) opener.current ??= focusedNow();
  const returnFocus = () => {
    giveFocusTo(opener.current);
    opener.current = null;
  };
  return <DialogFrame {...props} when={open || opened.current} returnFocus={returnFocus} />;
}
