import type { HolderChangeUnderWay } from '#domain/policy/service-schema.ts';
import { shownWallet } from '#worker/platform/chain/address.ts';
import { type Ctx, chainOf, nowIso } from '#worker/platform/context.ts';
import type { Statement } from '#worker/platform/db/client.ts';
import type { ChainEventRow } from '#worker/platform/db/registry-schema.ts';
import { noteEvent } from './after.ts';
import { findHolderEvents, type PolicyRow } from './repository.ts';
import { ofEvent, tellHolder } from './tell.ts';

/** A change of a policy's holder while it is under way. */

type Change = Omit<HolderChangeUnderWay, 'new_holder'> & { newHolder: string };

/** The change that the events leave open, as the contract keeps it; null if none is. They come newest first. */
function openChange(events: readonly ChainEventRow[], now: string): Change | null {
  let change = null as Change | null;
  for (const { kind, counterparty, block_time, valid_until, effective_at } of events.toReversed()) {
    if (kind === 'holder_change_proposed') {
      const lapses_at = valid_until ?? block_time;
      const terms = { newHolder: counterparty ?? '', proposed_at: block_time, lapses_at };
      change = { ...terms, effective_at: null, contested: false };
    } else if (change && kind === 'holder_change_confirmed') {
      change = { ...change, effective_at, lapses_at: valid_until ?? change.lapses_at };
    } else if (change && kind === 'holder_change_contested') {
      // An objection takes the confirmation back.
      change = { ...change, contested: true, effective_at: null, lapses_at: valid_until ?? change.lapses_at };
    } else {
      change = null;
    }
  }
  return change && change.lapses_at >= now ? change : null;
}

export function presentHolderChange(ctx: Ctx, events: readonly ChainEventRow[]): HolderChangeUnderWay | null {
  const change = openChange(events, nowIso(ctx));
  if (!change) return null;
  const { newHolder, ...rest } = change;
  return { new_holder: shownWallet(ctx.settings, newHolder), ...rest };
}

const isLater = (one: ChainEventRow, other: ChainEventRow) =>
  one.block_number - other.block_number || one.event_index - other.event_index;

export type StepKind = Extract<ChainEventRow['kind'], `holder_change_${string}`>;

/** Statements that tell the present holder of a step that was just confirmed; none if it is out of date. */
async function tellStep(ctx: Ctx, { policy }: PolicyRow, event: ChainEventRow): Promise<Statement[]> {
  const earlier = await findHolderEvents(ctx.db, event.quote_id);
  // The sweep may find an event long after those that followed it.
  if (earlier[0] && isLater(earlier[0], event) > 0) return [];
  const { block_time, valid_until, effective_at } = event;
  const new_holder = shownWallet(ctx.settings, event.counterparty ?? '');
  const step = `holder-change:${ofEvent(event)}`;
  if (event.kind === 'holder_change_proposed') {
    if (valid_until === null || valid_until < nowIso(ctx)) return [];
    const delay = await chainOf(ctx, event.chain_id).holderChangeDelay(event.contract);
    const earliest = new Date(Date.parse(block_time) + delay * 1000).toISOString();
    const terms = { new_holder, proposed_at: block_time, earliest, lapses_at: valid_until };
    return tellHolder(ctx, 'holder_change_proposed', policy, step, terms);
  }
  const change = openChange(earlier, nowIso(ctx));
  if (!change) return [];
  if (event.kind === 'holder_change_confirmed') {
    const { contested } = change;
    return tellHolder(ctx, 'holder_change_confirmed', policy, step, { new_holder, effective_at, contested });
  }
  const kind = event.kind === 'holder_change_contested' ? event.kind : 'holder_change_stopped';
  return tellHolder(ctx, kind, policy, step, { new_holder });
}

/** Statements for a step of a change: its line in the policy's history, and what the present holder is told. */
export const takeHolderStep = async (
  ctx: Ctx,
  row: PolicyRow,
  event: ChainEventRow,
  kind: StepKind,
): Promise<Statement[]> => [
  ...noteEvent(ctx, row, event, `policy_${kind}`),
  ...(await tellStep(ctx, row, event)),
];
