import { useEffect, useRef } from 'react';
import { Toaster as Sonner, toast as show } from 'sonner';
import { useNarrow } from '#web/lib/use-narrow.ts';
import { PhoneToasts } from './phone-toasts.tsx';
import { takeDelivery } from './toast.ts';

/** Milliseconds that a toast with a button or a link stays. */
const TIME_TO_ACT = 10_000;

function FloatingToasts({ narrow }: { narrow: boolean }) {
  useEffect(
    () =>
      takeDelivery(({ kind, message, description, action }) =>
        show[kind](message, {
          ...(description ? { description } : {}),
          ...(action ? { action: { label: action.label, onClick: action.run } } : {}),
          ...(action || typeof description === 'object' ? { duration: TIME_TO_ACT } : {}),
        }),
      ),
    [],
  );
  const box = useRef<HTMLDivElement>(null);
  // Sonner makes each toast a tab stop, though there is nothing to do in it but its button.
  useEffect(() => {
    const observer = new MutationObserver(() => {
      for (const toast of box.current?.querySelectorAll('li') ?? []) toast.tabIndex = -1;
    });
    if (box.current) observer.observe(box.current, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, []);
  return (
    // Sonner would send the focus back to where it came from when somebody tabs past the button.
    <div ref={box} onFocusCapture={(event) => event.stopPropagation()}>
      <Sonner
        // A phone's actions are at the bottom.
        position={narrow ? 'top-center' : 'bottom-left'}
        // The desk's rail has the name and Logout at its end.
        offset={{ bottom: 20, left: 'calc(var(--rail, 0rem) + 20px)' }}
        mobileOffset={{ top: 72, left: 12, right: 12 }}
        toastOptions={{
          unstyled: true,
          classNames: {
            toast:
              'font-sans flex w-full items-start gap-3 rounded-[10px] border border-line bg-surface px-4 py-3 text-[0.9375rem] text-ink shadow-lg shadow-black/10 sm:w-[22rem]',
            title: 'font-medium',
            description: 'mt-0.5 text-sm text-muted',
            content: 'min-w-0 grow',
            actionButton:
              'min-h-8 shrink-0 rounded-[8px] border border-line-strong px-3 text-sm font-medium hover:bg-sunken pointer-coarse:min-h-11',
            icon: 'mt-0.5 shrink-0',
            success: '[&_svg]:text-teal',
            error: '[&_svg]:text-coral',
            info: '[&_svg]:text-muted',
          },
        }}
      />
    </div>
  );
}

/** Toasts float, except on a customer's phone, where there is a place for them below the header. */
export default function Toaster() {
  const narrow = useNarrow();
  const place = narrow ? document.getElementById('toasts') : null;
  return place ? <PhoneToasts place={place} /> : <FloatingToasts narrow={narrow} />;
}
