/** The rows of the sources that the journal books. */
import type { BookedRow } from '#domain/books/journal.ts';
import type { Movement } from '#worker/admin/figures/movements/repository.ts';
import type { BookedSource, SourceRows } from './repository.ts';

function ofMovement({ kind, isDust, usdCents: cents, platformFeeCents, onChain }: Movement): BookedRow {
  if (kind === 'claim_paid_other' || onChain === null) return { kind: 'claim_paid_other', cents };
  const { cash, units } = onChain;
  return { kind: kind === 'unmatched' && isDust ? 'dust' : kind, cents, units, cash, platformFeeCents };
}

/** What the journal books of a source's row. */
export const bookedRow = <Source extends BookedSource>(source: Source, row: SourceRows[Source]): BookedRow =>
  source === 'reserves'
    ? { kind: 'reserve', cents: (row as SourceRows['reserves']).cents }
    : ofMovement(row as Movement);
