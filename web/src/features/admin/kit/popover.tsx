import { Popover as Radix } from 'radix-ui';
import type { ComponentProps, ReactNode } from 'react';

interface PopoverProps extends Pick<ComponentProps<typeof Radix.Root>, 'open' | 'onOpenChange'> {
  label: string;
  align: 'start' | 'end';
  trigger: ReactNode;
  children: ReactNode;
}

/** A small box below the button that opens it. */
export const Popover = ({ label, align, trigger, children, ...root }: PopoverProps) => (
  <Radix.Root {...root}>
    <Radix.Trigger asChild>{trigger}</Radix.Trigger>
    <Radix.Portal>
      <Radix.Content
        align={align}
        sideOffset={8}
        collisionPadding={12}
        aria-label={label}
        className="z-50 flex w-64 flex-col gap-4 rounded-[10px] border border-line bg-surface p-4 text-sm text-ink shadow-lg shadow-black/10"
      >
        {children}
      </Radix.Content>
    </Radix.Portal>
  </Radix.Root>
);
