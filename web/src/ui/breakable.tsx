import { Fragment } from 'react';

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
