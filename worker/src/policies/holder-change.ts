import { CONTESTED_DAYS } from '#domain/policy/holder-change.ts';
import { policyNumber } from '#domain/policy/lifecycle.ts';
import type { HolderChangeUnderWay } from '#domain/policy/service-schema.ts';
import { notify } from '#worker/conversations/notices/notify.ts';
import { reachOf } from '#worker/identity/account/email.ts';
import { shownWallet } from '#worker/platform/chain/address.ts';
import { type Ctx, chainOf, nowIso } from '#worker/platform/context.ts';
import type { Statement } from '#worker/platform/db/client.ts';
import type { ChainEventRow } from '#worker/platform/db/registry-schema.ts';
import { momentText } from '#worker/platform/pdf/format.ts';
import { noteEvent } from './after.ts';
import { type Holder, keyOf, ofEvent, threadOf } from './notices.ts';
import { contactAddress } from './own.ts';
import { findContact, findHolderEvents, type PolicyRow } from './repository.ts';

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

/** What the present holder should know of a step that was just confirmed; null if it is out of date. */
async function stepOf(ctx: Ctx, event: ChainEventRow): Promise<HolderStep | null> {
  const earlier = await findHolderEvents(ctx.db, event.quote_id);
  // The sweep may find an event long after those that followed it.
  if (earlier[0] && isLater(earlier[0], event) > 0) return null;
  const { block_time, valid_until, effective_at } = event;
  switch (event.kind) {
    case 'holder_change_proposed': {
      if (valid_until === null || valid_until < nowIso(ctx)) return null;
      const delay = await chainOf(ctx, event.chain_id).holderChangeDelay(event.contract);
      const earliest = new Date(Date.parse(block_time) + delay * 1000).toISOString();
      return { step: 'proposed', proposedAt: block_time, earliest, lapsesAt: valid_until };
    }
    case 'holder_change_confirmed': {
      const change = openChange(earlier, nowIso(ctx));
      return change && { step: 'confirmed', effectiveAt: effective_at, contested: change.contested };
    }
    case 'holder_change_contested':
      return openChange(earlier, nowIso(ctx)) && { step: 'contested' };
    default:
      return openChange(earlier, nowIso(ctx)) && { step: 'stopped' };
  }
}

export type StepKind = Extract<ChainEventRow['kind'], `holder_change_${string}`>;

/** Statements for a step of a change: its line in the policy's history, and what the present holder is told. */
export async function takeHolderStep(
  ctx: Ctx,
  row: PolicyRow,
  event: ChainEventRow,
  kind: StepKind,
): Promise<Statement[]> {
  const { policy } = row;
  const noted = noteEvent(ctx, row, event, kind);
  const step = await stepOf(ctx, event);
  if (!step) return noted;
  const contact = await findContact(ctx.db, policy.id);
  const to = { ...policy, policyId: policy.id, email: contactAddress(row, contact?.email) };
  const newHolder = shownWallet(ctx.settings, event.counterparty ?? '');
  return [...noted, ...(await notifyHolderStep(ctx, to, { ...step, newHolder, event }))];
}

/** What the present holder of a policy is told while its holder is to change. */

/** A step of a change of holder. Times are ISO. */
type HolderStep =
  | { step: 'proposed'; proposedAt: string; earliest: string; lapsesAt: string }
  /** `effectiveAt`: null while the other of two confirmations is missing. */
  | { step: 'confirmed'; effectiveAt: string | null; contested: boolean }
  | { step: 'contested' }
  | { step: 'stopped' };

const OBJECT =
  "If you did not ask for it, please object on the policy's page. Our administrator and our guardian must then both confirm it, and the waiting period gets longer.";

function wordsOf(told: HolderStep, number: string, wallet: string): { subject: string; text: string } {
  const change = `request to move policy ${number} to the wallet ${wallet}`;
  switch (told.step) {
    case 'proposed':
      return {
        subject: `A request was made to move policy ${number} to another wallet`,
        text: `A ${change} was made on ${momentText(told.proposedAt)}. The move takes effect only after our administrator has confirmed it, on ${momentText(told.earliest)} at the earliest. Otherwise the request lapses on ${momentText(told.lapsesAt)}. ${OBJECT}`,
      };
    case 'confirmed':
      return confirmedWords(told, number, change);
    case 'contested':
      return {
        subject: `We recorded your objection for policy ${number}`,
        text: `Your objection to the ${change} is recorded. You stay the holder unless our administrator and our guardian both confirm the move. Then ${CONTESTED_DAYS} more days must pass, during which either can stop it. Please write to us and tell us what happened.`,
      };
    case 'stopped':
      return {
        subject: `The move of policy ${number} to another wallet was stopped`,
        text: `The ${change} was stopped. You stay the holder, and you do not need to do anything.`,
      };
  }
}

function confirmedWords(
  { effectiveAt, contested }: Extract<HolderStep, { step: 'confirmed' }>,
  number: string,
  change: string,
) {
  if (effectiveAt === null) {
    return {
      subject: `The move of policy ${number} to another wallet has one of two confirmations`,
      text: `You objected to the ${change}. Our administrator or our guardian has now confirmed it. Unless both confirm it, you stay the holder. If this is not right, please write to us.`,
    };
  }
  const subject = `The move of policy ${number} to another wallet is confirmed`;
  const when = `The ${change} is confirmed. It can take effect from ${momentText(effectiveAt)}.`;
  const text = contested
    ? `${when} You objected, so our administrator and our guardian have both confirmed it, and either can stop it until then. In the meantime, payouts on this policy are held for its holder. If this is not right, please write to us at once.`
    : `${when} You can object until then. ${OBJECT}`;
  return { subject, text };
}

/** Statements that tell the holder about a step by message, and by letter and push if they want those; once per event. */
async function notifyHolderStep(
  ctx: Ctx,
  to: Holder & { policyId: number; email: string | null },
  told: HolderStep & { newHolder: string; event: Parameters<typeof ofEvent>[0] },
): Promise<Statement[]> {
  const { wallet, quote_id, policyId, product, email } = to;
  return notify(ctx, {
    wallet,
    thread: threadOf(to),
    ...wordsOf(told, policyNumber(policyId), told.newHolder),
    key: keyOf(to, `holder-change:${ofEvent(told.event)}`),
    path: `/policy/${policyId}?type=${product}`,
    letter: {
      kind: 'holder_change',
      email,
      quote_id,
      payload: {},
      reach: await reachOf(ctx, wallet),
    },
  });
}
