import { DropdownMenu } from 'radix-ui';
import type { ComponentProps, ReactNode } from 'react';

export function Menu({ trigger, children }: { trigger: ReactNode; children: ReactNode }) {
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align="start"
          sideOffset={8}
          collisionPadding={12}
          className="z-50 min-w-44 rounded-[10px] border border-line bg-surface p-1 text-ink shadow-lg shadow-black/10"
        >
          {children}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

export function MenuItem({ children }: { children: ReactNode }) {
  return (
    <DropdownMenu.Item
      asChild
      className="flex min-h-10 w-full cursor-pointer items-center gap-2 rounded-[7px] px-3 text-[0.9375rem] outline-none data-highlighted:bg-sunken"
    >
      {children}
    </DropdownMenu.Item>
  );
}

export const MenuButton = (props: ComponentProps<'button'>) => (
  <MenuItem>
    <button type="button" {...props} />
  </MenuItem>
);
