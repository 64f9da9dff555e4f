import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import { type ReactNode, useRef } from 'react';
import { focusHeading } from '../lib/focus-heading.ts';

interface DialogProps {
  open: boolean;
  onClose: () => void;
  title: string;
  description?: ReactNode;
  children: ReactNode;
}

/** The focused element. For a menu entry it is the menu's button, because the entry disappears with its menu. */
function focusedNow(): HTMLElement | null {
  const active = document.activeElement instanceof HTMLElement ? document.activeElement : null;
  const button = active?.closest('[role="menu"]')?.getAttribute('aria-labelledby');
  return button ? document.getElementById(button) : active;
}

function giveFocusTo(opener: HTMLElement | null): void {
  if (opener?.isConnected && opener !== document.body) opener.focus();
  if (opener === null || document.activeElement !== opener) focusHeading();
}

/** A modal that traps focus, returns it and closes on Escape. A bottom sheet on small screens. */
export function Dialog({ open, onClose, title, description, children }: DialogProps) {
  // Read during render: once the dialog is mounted, the menu that opened it is gone.
  const opener = useRef<HTMLElement | null>(null);
  if (open) opener.current ??= focusedNow();
  return (
    <Radix.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-50 bg-[#0a111c]/55" />
        <Radix.Content
          // Radix returns focus only to its own trigger, and our dialogs have several openers.
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            giveFocusTo(opener.current);
            opener.current = null;
          }}
          {...(description ? {} : { 'aria-describedby': undefined })}
          className="fixed inset-x-0 bottom-0 z-50 max-h-[92dvh] overflow-y-auto rounded-t-[14px] border border-line bg-surface p-5 text-ink outline-none sm:inset-auto sm:top-1/2 sm:left-1/2 sm:w-[27rem] sm:-translate-x-1/2 sm:-translate-y-1/2 sm:rounded-[14px] sm:p-6"
        >
          <div className="flex items-start justify-between gap-4">
            <div>
              <Radix.Title className="text-lg font-semibold">{title}</Radix.Title>
              {description && (
                <Radix.Description className="mt-1 text-sm text-muted">{description}</Radix.Description>
              )}
            </div>
            <Radix.Close
              aria-label="Close"
              className="-mt-1.5 -mr-1.5 grid size-10 shrink-0 place-items-center rounded-[10px] text-muted hover:bg-sunken hover:text-ink"
            >
              <X aria-hidden className="size-5" />
            </Radix.Close>
          </div>
          <div className="mt-5">{children}</div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
