import { CircleAlert, CircleCheck, Info, X } from 'lucide-react';
import { useEffect, useLayoutEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { type ToastCall, takeDelivery } from './toast.ts';

/** Milliseconds that a toast stays, without and with a button. */
const STAYS = 5_000;
const TIME_TO_ACT = 10_000;
/** The header and some air, as in styles.css. */
const SCROLL_PADDING = 80;

const ICONS = {
  success: <CircleCheck aria-hidden className="mt-0.5 size-4.5 shrink-0 text-teal" />,
  error: <CircleAlert aria-hidden className="mt-0.5 size-4.5 shrink-0 text-coral" />,
  info: <Info aria-hidden className="mt-0.5 size-4.5 shrink-0 text-muted" />,
};

interface Shown extends ToastCall {
  key: number;
}

let last = 0;

function PhoneToast({ toast, onClose }: { toast: Shown; onClose: () => void }) {
  const { kind, message, description, action } = toast;
  return (
    <li className="page flex items-start gap-3 py-3 text-[0.9375rem]">
      {ICONS[kind]}
      <div className="min-w-0 grow">
        <p className="font-medium">{message}</p>
        {description && <p className="mt-0.5 text-sm text-muted">{description}</p>}
      </div>
      {action && (
        <button
          type="button"
          className="-my-1.5 min-h-11 shrink-0 rounded-[8px] border border-line-strong px-3 text-sm font-medium"
          onClick={() => {
            action.run();
            onClose();
          }}
        >
          {action.label}
        </button>
      )}
      <button
        type="button"
        aria-label="Close"
        className="-my-2 -mr-2.5 grid size-11 shrink-0 place-items-center text-muted"
        onClick={onClose}
      >
        <X aria-hidden className="size-4.5" />
      </button>
    </li>
  );
}

/**
 * The newest toast of a phone: a line below the header (`place`) that moves the page down, because anything that floats
 * there covers what a thumb reaches for.
 */
export function PhoneToasts({ place }: { place: Element }) {
  const [shown, setShown] = useState<Shown | null>(null);
  useEffect(
    () =>
      takeDelivery((call) => {
        last += 1;
        setShown({ ...call, key: last });
      }),
    [],
  );
  useEffect(() => {
    if (shown === null) return;
    const timer = setTimeout(() => setShown(null), shown.action ? TIME_TO_ACT : STAYS);
    return () => clearTimeout(timer);
  }, [shown]);
  useLayoutEffect(() => {
    const { style } = document.documentElement;
    // A browser keeps what is read in its place by scrolling, which would leave the line on top of it.
    style.overflowAnchor = shown ? 'none' : '';
    // A field that gets the focus is scrolled to below the line.
    style.scrollPaddingTop = shown ? `${SCROLL_PADDING + place.clientHeight}px` : '';
  }, [shown, place]);
  return createPortal(
    <section aria-label="Notifications" aria-live="polite" aria-relevant="additions">
      {shown && (
        <ol className="border-b border-line bg-surface">
          <PhoneToast key={shown.key} toast={shown} onClose={() => setShown(null)} />
        </ol>
      )}
    </section>,
    place,
  );
}
