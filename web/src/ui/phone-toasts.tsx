import { CircleAlert, CircleCheck, Info, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { type ToastCall, takeDelivery } from './toast.ts';

/** Milliseconds that a toast stays, without and with a button. */
const STAYS = 5_000;
const TIME_TO_ACT = 10_000;
const MOST = 2;

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
 * Toasts of a phone: lines below the header (`place`) that move the page down, because anything that floats there covers
 * what a thumb reaches for.
 */
export function PhoneToasts({ place }: { place: Element }) {
  const [toasts, setToasts] = useState<readonly Shown[]>([]);
  useEffect(() => {
    const timers = new Set<ReturnType<typeof setTimeout>>();
    const remove = (key: number) => setToasts((list) => list.filter((toast) => toast.key !== key));
    const stop = takeDelivery((call) => {
      last += 1;
      const shown = { ...call, key: last };
      setToasts((list) => [...list, shown].slice(-MOST));
      timers.add(setTimeout(() => remove(shown.key), call.action ? TIME_TO_ACT : STAYS));
    });
    return () => {
      stop();
      for (const timer of timers) clearTimeout(timer);
    };
  }, []);
  const any = toasts.length > 0;
  // A browser keeps what is read in its place by scrolling, which would leave the lines on top of it.
  useEffect(() => {
    document.documentElement.style.overflowAnchor = any ? 'none' : '';
  }, [any]);
  return createPortal(
    <section aria-label="Notifications" aria-live="polite" aria-relevant="additions">
      {any && (
        <ol className="divide-y divide-line border-b border-line bg-surface">
          {toasts.map((toast) => (
            <PhoneToast
              key={toast.key}
              toast={toast}
              onClose={() => setToasts((list) => list.filter(({ key }) => key !== toast.key))}
            />
          ))}
        </ol>
      )}
    </section>,
    place,
  );
}
