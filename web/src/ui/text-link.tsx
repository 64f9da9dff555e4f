import { createLink } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import type { ComponentProps } from 'react';

const linkClass = 'text-teal underline decoration-1 underline-offset-4 hover:decoration-2';

function Anchor(props: ComponentProps<'a'>) {
  return <a {...props} className={linkClass} />;
}

export const TextLink = createLink(Anchor);

function BackAnchor({ children, ...rest }: ComponentProps<'a'>) {
  return (
    <a
      {...rest}
      className="inline-flex min-h-10 items-center gap-2 self-start text-[0.9375rem] text-muted hover:text-ink print:hidden"
    >
      <ArrowLeft aria-hidden className="size-4" />
      {children}
    </a>
  );
}

export const BackLink = createLink(BackAnchor);

/** An inline link to another site or a file. `newTab` keeps the page, with what is open in it. */
export function OutsideLink(props: { href: string; newTab?: boolean; children: string }) {
  const { href, newTab = false, children } = props;
  return (
    <a href={href} rel="noreferrer" target={newTab ? '_blank' : undefined} className={linkClass}>
      {children}
    </a>
  );
}
