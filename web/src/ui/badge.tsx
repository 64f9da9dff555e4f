import { cva, type VariantProps } from 'class-variance-authority';
import type { ReactNode } from 'react';

const badge = cva(
  'inline-flex items-center gap-1.5 rounded-full px-2.5 py-0.5 text-[0.8125rem] font-medium',
  {
    variants: {
      variant: {
        default: 'bg-teal-soft text-teal',
        secondary: 'bg-amber-soft text-amber',
        outline: 'border border-line-strong text-muted',
        destructive: 'bg-coral-soft text-coral',
      },
    },
    defaultVariants: { variant: 'default' },
  },
);

export type BadgeVariant = NonNullable<VariantProps<typeof badge>['variant']>;

/** A one-word status. The color only repeats the word. */
export function Badge({ variant, children }: { variant: BadgeVariant; children: ReactNode }) {
  return <span className={badge({ variant })}>{children}</span>;
}
