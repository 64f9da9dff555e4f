import type { ReactNode } from 'react';
import { Code } from '#web/ui/code.tsx';
import { TextLink } from '#web/ui/text-link.tsx';

/** A Markdown link to a page of this site, optionally with an anchor. */
function PageLink({ href = '', children }: { href?: string; children?: ReactNode }) {
  const [to, hash] = href.split('#');
  return (
    <TextLink to={to as '/'} {...(hash ? { hash } : {})}>
      {children}
    </TextLink>
  );
}

const components = { a: PageLink, code: Code };

/** The components that render Markdown in our MDX pages. `mdx.ts` passes this file to the compiler. */
export const useMDXComponents = () => components;
