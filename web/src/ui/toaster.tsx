import { useEffect } from 'react';
import { Toaster as Sonner, toast as show } from 'sonner';
import { takeDelivery } from './toast.ts';

export default function Toaster() {
  useEffect(
    () =>
      takeDelivery(({ kind, message, description }) =>
        show[kind](message, description ? { description } : undefined),
      ),
    [],
  );
  return (
    <Sonner
      position="bottom-left"
      offset={20}
      mobileOffset={12}
      toastOptions={{
        unstyled: true,
        classNames: {
          toast:
            'font-sans flex w-full items-start gap-3 rounded-[10px] border border-line bg-surface px-4 py-3 text-[0.9375rem] text-ink shadow-lg shadow-black/10 sm:w-[22rem]',
          title: 'font-medium',
          description: 'mt-0.5 text-sm text-muted',
          icon: 'mt-0.5 shrink-0',
          success: '[&_svg]:text-teal',
          error: '[&_svg]:text-coral',
          info: '[&_svg]:text-muted',
        },
      }}
    />
  );
}
