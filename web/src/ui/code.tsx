import { Fragment } from 'react';
import { CopyButton } from './copy.tsx';

/** Before a capital letter inside a word, and after a slash, dot or underscore. */
const BREAKS = /(?<=[a-z0-9])(?=[A-Z])|(?<=[/._])(?=[\w{])/;

/** A name from code or a path that may break between its words, and not inside one. */
export function Breakable({ text }: { text: string }) {
  const parts = text.split(BREAKS);
  return parts.map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other identity, and never move.
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}

export function CodeBlock({ label, code }: { label: string; code: string }) {
  return (
    <figure className="min-w-0 rounded-card border border-line bg-sunken">
      <figcaption className="flex min-h-11 items-center justify-between gap-3 border-b border-line pr-2 pl-4 text-sm text-muted">
        {label}
        <CopyButton text={code} label={`Copy ${label}`} />
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
      <pre tabIndex={0} className="overflow-x-auto p-4 text-[0.8125rem] leading-6">
        <code>{code}</code>
      </pre>
    </figure>
  );
}

export function Code({ children }: { children: string }) {
  return (
    <code className="rounded-[5px] bg-sunken px-1 py-0.5 text-[0.875em] break-words">
      <Breakable text={children} />
    </code>
  );
}
