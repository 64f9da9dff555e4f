import { and, gte, lt } from 'drizzle-orm';
import type { Database } from './client.ts';
import { findRows } from './guard.ts';
import { moveMark, readMark } from './job-marks.ts';
import { jobCursors } from './outbox-schema.ts';

/** What a chain's relay account has, and whether it is offered; kept as the mark of the job that looks. */
export interface RelayRow {
  chain_id: string;
  account: string;
  /** Base units of the chain's coin. */
  balance: string;
  minimum: string;
  offered: boolean;
  checked_at: string;
}

const PREFIX = 'relay:';

/** Each chain's relay account as it was seen last. */
export async function readRelays(db: Database): Promise<RelayRow[]> {
  const { name } = jobCursors;
  const marks = await findRows(db, jobCursors, and(gte(name, PREFIX), lt(name, `${PREFIX}\uffff`)), [name]);
  return marks.map(({ mark }) => JSON.parse(mark) as RelayRow);
}

export async function readRelay(db: Database, chainId: string): Promise<RelayRow | null> {
  const mark = await readMark(db, `${PREFIX}${chainId}`);
  return mark === null ? null : (JSON.parse(mark) as RelayRow);
}

export const writeRelay = (db: Database, row: RelayRow) =>
  moveMark(db, `${PREFIX}${row.chain_id}`, JSON.stringify(row));
