import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import type { ReactNode } from 'react';

export interface DialogProps {
  /** By default it is, as long as it is there. */
  open?: boolean;
  onClose: () => void;
  title: string;
  description?: ReactNode;
  children: ReactNode;
}

interface DialogFrameProps extends DialogProps {
  /** Gives the focus back to what opened the dialog. */
  returnFocus: () => void;
}

/** The dialog from its first opening on. */
export default function DialogFrame(props: DialogFrameProps) {
  const { open = true, onClose, title, description, children, returnFocus } = props;
  return (
    <Radix.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-50 bg-[#0a111c]/55" />
        <Radix.Content
          // Radix returns focus only to its own trigger, and our dialogs have several openers.
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            returnFocus();
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
