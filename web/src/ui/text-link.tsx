import { createLink } from '@tanstack/react-router';
import type { ComponentProps } from 'react';

const linkClass = 'text-teal underline decoration-1 underline-offset-4 hover:decoration-2';

function Anchor(props: ComponentProps<'a'>) {
  return <a {...props} className={linkClass} />;
}

/** An inline link to a page of this site. */
export const TextLink = createLink(Anchor);

/** An inline link to another site or a file. `newTab` keeps the page, with what is open in it. */
export function OutsideLink({
  href,
  newTab = false,
  children,
}: {
  href: string;
  newTab?: boolean;
  children: string;
}) {
  return (
    <a href={href} rel="noreferrer" target={newTab ? '_blank' : undefined} className={linkClass}>
      {children}
    </a>
  );
}
