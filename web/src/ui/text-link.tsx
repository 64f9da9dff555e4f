import { createLink } from '@tanstack/react-router';
import type { ComponentProps } from 'react';

const linkClass = 'text-teal underline decoration-1 underline-offset-4 hover:decoration-2';

function Anchor(props: ComponentProps<'a'>) {
  return <a {...props} className={linkClass} />;
}

/** An inline link to a page of this site. */
export const TextLink = createLink(Anchor);

/** An inline link to another site or a file. */
export function OutsideLink({ href, children }: { href: string; children: string }) {
  return (
    <a href={href} rel="noreferrer" className={linkClass}>
      {children}
    </a>
  );
}
