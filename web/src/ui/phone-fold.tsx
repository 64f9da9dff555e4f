import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { cn } from '#web/lib/cn.ts';

interface PhoneFoldProps {
  title: ReactNode;
  className?: string;
  titleClass?: string;
  children: ReactNode;
}

/** Folded on a phone alone: a wide window shows all that is in it. The caller hides `title` there if it is no heading. */
export function PhoneFold({ title, className, titleClass = '', children }: PhoneFoldProps) {
  return (
    <details className={cn('phone-fold group', className)}>
      <summary
        className={cn(
          'flex min-h-12 cursor-pointer list-none items-center gap-2 [&::-webkit-details-marker]:hidden',
          titleClass,
        )}
      >
        {title}
        <ChevronDown
          aria-hidden
          className="ml-auto size-4 shrink-0 text-muted transition-transform group-open:rotate-180 print:hidden"
        />
      </summary>
      {children}
    </details>
  );
}
