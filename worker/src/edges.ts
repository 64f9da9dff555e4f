import { cloudflareOutside } from '#worker/platform/edges/outside.ts';
import type { Edges } from './platform/context.ts';
import { cloudflareMail } from './platform/edges/mail.ts';
import { durableRelays } from './platform/edges/relays.ts';
import { cloudflareVisits } from './platform/edges/visits.ts';
import { siteFonts } from './platform/pdf/fonts/source.ts';
import { recordedBooks } from './settlement/books/books.ts';

/** The deployed worker's edges. */
export const realEdges: Edges = {
  clock: () => Date.now(),
  fetch: (input, init) => fetch(input, init),
  mail: cloudflareMail,
  fonts: siteFonts,
  files: (env) => env.FILES,
  outside: cloudflareOutside,
  visits: cloudflareVisits,
  relays: durableRelays,
  books: recordedBooks,
};
