import type { ReactNode } from 'react';
import { Code } from '../../ui/code.tsx';
import { TextLink } from '../../ui/text-link.tsx';

/** A Markdown link to a page of this site, which may end in an anchor. */
function PageLink({ href = '', children }: { href?: string; children?: ReactNode }) {
  const [to, hash] = href.split('#');
  return (
    <TextLink to={to as '/'} {...(hash ? { hash } : {})}>
      {children}
    </TextLink>
  );
}

const components = { a: PageLink, code: Code };

/** What our MDX pages draw Markdown with; `mdx.ts` names this file to the compiler. */
export const useMDXComponents = () => components;
