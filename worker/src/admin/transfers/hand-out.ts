import { conflict } from '#domain/errors.ts';
import type { PayoutStep, ReadyTransaction } from '#domain/payouts/schema.ts';
import { isAnnounced } from '#domain/transfers/lifecycle.ts';
import {
  callOf,
  findTransfer,
  guardNothingUnderWay,
  guardTransfer,
  insertTransfer,
  moveTransfer,
  type NewTransfer,
  type TransferRow,
  transferById,
  updateTransfer,
} from '#worker/money/transfers/repository.ts';
import { INCLUSION_SECONDS } from '#worker/platform/chain/books.ts';
import type { Chain } from '#worker/platform/chain/chain.ts';
import { type AdminCtx, isoOf, nowIso } from '#worker/platform/context.ts';
import type { Statement } from '#worker/platform/db/client.ts';
import { commit } from '#worker/platform/db/guard.ts';
import { type Mark, once } from '#worker/platform/db/once.ts';
import { REFUND_VALID_SECONDS } from '#worker/settlement/refunds/prepare.ts';
import { recordAct } from '#worker/told/record.ts';
import { type About, ofRecord, whatToDo } from './under-way.ts';

/** What a prepared call says beside its transaction, if it pays a claim. */
type Handed = ReadyTransaction & { claim_number?: number; step?: PayoutStep };

/** A call that an administrator wants to be given, to send it. */
export interface Wanted<Ready> {
  chain: Chain;
  quote_id: string;
  about: About;
  /** Of a payout: whole dollars, and the ISO time of the incident. */
  payout?: { usd: number; incidentAt: string };
  /** Whether it is to be carried out elsewhere, such as with a multisig's tool, without an era. */
  callData: boolean;
  prepare(): Promise<Ready>;
  /** Whether one that was handed out before is the one that is wanted. */
  isSame(before: Ready): boolean;
  /** What the audit log keeps of it. */
  logged(ready: Ready): Readonly<Record<string, unknown>>;
  /** Until when the payout that was announced on chain can be made; null if none was. */
  announcedUntil?(): Promise<string | null>;
  /** What it rests on, and what it means that this changed meanwhile. */
  guards: Statement[];
  changed(): Error;
}

const meanwhile = () => conflict('This was just changed. Please review it and try again.');

type HandedOut<Ready> = Ready & { transfer_id: string };

/** Hands out what `want` asks for, or under a repeated key what was handed out first, whatever became of it. */
export const handOut = <Ready extends Handed>(
  ctx: AdminCtx,
  want: () => Promise<Wanted<Ready>>,
): Promise<HandedOut<Ready>> =>
  once(ctx, {
    read: async (id) => {
      const row = await transferById(ctx.db, id);
      return row && { ...callOf<Ready>(row), transfer_id: row.id };
    },
    write: async (mark) => prepared(ctx, await want(), mark),
  });

/**
 * Prepares a call and keeps it as a row. At most one for a policy or payment is under way: while it may still arrive, the same
 * one is given again, and another claim gets 409. Where no contract refuses a second one, only who prepared it is given it
 * again, unless it was sent.
 */
async function prepared<Ready extends Handed>(
  ctx: AdminCtx,
  wanted: Wanted<Ready>,
  mark: Mark,
): Promise<HandedOut<Ready>> {
  const { chain, quote_id, guards } = wanted;
  const before = await findTransfer(ctx.db, chain.id, quote_id);
  const announcedUntil = before?.method === 'announced' ? ((await wanted.announcedUntil?.()) ?? null) : null;
  if (before && !isReplaceable(wanted, before, announcedUntil)) {
    return givenBefore(ctx, wanted, before, mark);
  }
  const ready = await wanted.prepare();
  const row = rowOf(ctx, wanted, ready, before && announcedUntil);
  const { kind, subject } = ofRecord(wanted.about);
  const line = recordAct(ctx, { action: `${kind}_prepared`, subject, after: wanted.logged(ready) });
  const free = before
    ? moveTransfer(ctx.db, before, 'discarded', { ended_at: row.prepared_at })
    : [guardNothingUnderWay(ctx.db, chain.id, quote_id)];
  const statements = [...free, ...mark(row.id), ...guards, insertTransfer(ctx.db, row), line];
  const given = await commit(ctx, statements, async () => {
    const other = await findTransfer(ctx.db, chain.id, quote_id);
    if (other && other.id !== before?.id) return givenBefore(ctx, wanted, other, mark);
    throw wanted.changed();
  });
  return given === true ? { ...ready, transfer_id: row.id } : given;
}

/**
 * Whether preparing it again loses nothing: a refund that a contract makes only once, and a claim's own announced payout that waits on
 * the chain, whose payment is prepared at each day's rate.
 */
function isReplaceable<Ready>(wanted: Wanted<Ready>, before: TransferRow, announcedUntil: string | null) {
  if (before.kind === 'refund') return wanted.chain.enforcedBy === 'contract';
  return (
    before.claim_id === wanted.about.claim_id && before.method === 'announced' && announcedUntil !== null
  );
}

/** The same call again. 409 if what is under way is somebody else's, another one, or sent. */
async function givenBefore<Ready extends Handed>(
  ctx: AdminCtx,
  wanted: Wanted<Ready>,
  row: TransferRow,
  mark: Mark,
): Promise<HandedOut<Ready>> {
  const { chain, payout, about, callData, isSame } = wanted;
  const ready = callOf<Ready>(row);
  const isWanted =
    row.claim_id === (about.claim_id ?? null) && row.usd === (payout?.usd ?? null) && isSame(ready);
  // A contract carries it out once, whoever sends it and however often.
  const isOwn = chain.enforcedBy === 'contract' || (row.prepared_by === ctx.admin.id && row.tx_hash === null);
  const isOver = row.until !== null && ready.valid_until < nowIso(ctx);
  if (!isWanted || !isOwn || isOver || isAnnounced(row)) throw whatToDo(ctx, row);
  const opens = callData && chain.enforcedBy === 'records' && row.until !== null;
  const { kind, subject } = ofRecord(about);
  const line = recordAct(ctx, { action: `${kind}_call_data`, subject, after: { until: null } });
  const change = opens
    ? [guardTransfer(ctx.db, row), updateTransfer(ctx.db, row, { until: null }), line]
    : [];
  const statements = [...mark(row.id), ...change];
  if (statements.length > 0) await commit(ctx, statements, meanwhile());
  return { ...ready, transfer_id: row.id };
}

/** The row of a call. */
function rowOf<Ready extends Handed>(
  ctx: AdminCtx,
  { chain, quote_id, about, payout, callData }: Wanted<Ready>,
  ready: Ready,
  announcedUntil: string | null,
): NewTransfer {
  const config = chain.enforcedBy === 'records' ? ctx.settings.substrate : null;
  const { step = 'pay' } = ready;
  // What is announced is waiting only once the chain shows it, and what is prepared again has waited.
  const waits = step === 'pay' && announcedUntil !== null;
  return {
    id: crypto.randomUUID(),
    kind: payout ? 'payout' : 'refund',
    method: config ? 'transfer' : step === 'announce' || waits ? 'announced' : 'contract',
    state: waits ? 'announced' : 'prepared',
    chain_id: chain.id,
    quote_id,
    ...about,
    claim_number: ready.claim_number ?? null,
    incident_at: payout?.incidentAt ?? null,
    usd: payout?.usd ?? null,
    step,
    answer: JSON.stringify(ready),
    prepared_by: ctx.admin.id,
    prepared_name: ctx.admin.name,
    prepared_at: nowIso(ctx),
    until: untilOf(ctx, ready, { config, callData, announcedUntil, isRefund: !payout }),
    request_id: ctx.requestId,
  };
}

interface Ending {
  config: AdminCtx['settings']['substrate'];
  callData: boolean;
  announcedUntil: string | null;
  isRefund: boolean;
}

/** The last moment at which it can reach the chain; null if it has none. */
function untilOf(
  ctx: AdminCtx,
  { valid_until: valid }: Handed,
  { config, callData, announcedUntil, isRefund }: Ending,
): string | null {
  if (config) {
    // A multisig or proxy carries it out without an era, whenever its people get to it.
    if (callData || config.recipient_kind !== null) return null;
    return isoOf(Math.floor(Date.parse(valid) / 1000) + INCLUSION_SECONDS);
  }
  if (announcedUntil !== null) return announcedUntil;
  if (!isRefund) return valid;
  // As long as a consent holds: for so long nobody waits.
  const soon = isoOf(Math.floor(ctx.clock() / 1000) + REFUND_VALID_SECONDS);
  return valid < soon ? valid : soon;
}
