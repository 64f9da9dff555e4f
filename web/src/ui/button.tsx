import { createLink } from '@tanstack/react-router';
import { LoaderCircle, type LucideIcon } from 'lucide-react';
import type { ComponentProps, MouseEvent } from 'react';
import { cn } from '#web/lib/cn.ts';

const BASE =
  'inline-flex items-center justify-center gap-2 rounded-[10px] font-medium transition-colors disabled:opacity-55 aria-disabled:opacity-55 [&_svg]:size-[1.125em] [&_svg]:shrink-0';
const VARIANTS = {
  primary: 'bg-primary text-on-primary not-disabled:hover:bg-primary-hover',
  secondary: 'border border-line-strong bg-surface text-ink not-disabled:hover:bg-sunken',
  quiet: 'text-ink hover:bg-sunken',
  danger: 'border border-coral bg-surface text-coral not-disabled:hover:bg-coral-soft',
  link: 'text-teal underline underline-offset-4 decoration-1 hover:decoration-2',
};
const SIZES = {
  dense: 'h-8 gap-1.5 rounded-lg px-2.5 text-sm pointer-coarse:h-10',
  denseIcon: 'size-8 rounded-lg pointer-coarse:size-10',
  small: 'h-10 px-3 text-sm pointer-coarse:h-11',
  normal: 'h-11 px-4 text-[0.9375rem]',
  large: 'min-h-13 px-6 py-2 text-base text-balance',
  icon: 'size-10 pointer-coarse:size-11',
  inline: 'h-auto p-0',
};

interface Look {
  variant?: keyof typeof VARIANTS | undefined;
  size?: keyof typeof SIZES | undefined;
  wide?: boolean | undefined;
  className?: string | undefined;
}

export function buttonClass({ variant = 'primary', size, wide, className }: Look = {}): string {
  const own = SIZES[size ?? (variant === 'link' ? 'inline' : 'normal')];
  return cn(BASE, VARIANTS[variant], own, wide ? 'w-full' : 'whitespace-nowrap', className);
}

interface ButtonProps extends Omit<ComponentProps<'button'>, 'className'>, Look {
  icon?: LucideIcon;
  busy?: boolean;
}

const ignore = (event: MouseEvent) => event.preventDefault();

/** A busy button ignores clicks but isn't `disabled`, because that would lose the focus. */
export function Button(props: ButtonProps) {
  const { variant, size, wide, icon: Icon, busy, className, children, ...rest } = props;
  return (
    <button
      type="button"
      {...rest}
      {...(busy && { disabled: false, 'aria-disabled': true, 'aria-busy': true, onClick: ignore })}
      className={buttonClass({ variant, size, wide, className })}
    >
      {busy ? <LoaderCircle aria-hidden className="animate-spin" /> : Icon && <Icon aria-hidden />}
      {children}
    </button>
  );
}

function Anchor(props: Omit<ComponentProps<'a'>, 'className'> & Look & { icon?: LucideIcon }) {
  const { variant, size, wide, icon: Icon, className, children, ...rest } = props;
  return (
    <a {...rest} className={buttonClass({ variant, size, wide, className })}>
      {Icon && <Icon aria-hidden />}
      {children}
    </a>
  );
}

export const ButtonLink = createLink(Anchor);
