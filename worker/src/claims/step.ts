import { claimTitle } from '#domain/claims/title.ts';
import type { NewThread } from '#worker/inbox/repository.ts';
import { type Ctx, nowIso } from '#worker/platform/context.ts';
import type { Statement } from '#worker/platform/db/client.ts';
import { markDays } from '#worker/platform/db/figure-days.ts';
import type { Act } from '#worker/told/acts.ts';
import type { CLAIMS, ClaimTold } from '#worker/told/claims.ts';
import { changed, record, recordAct } from '#worker/told/record.ts';
import { aboutClaim } from '#worker/told/repository.ts';
import { tell } from '#worker/told/tell.ts';
import type { DataOf } from '#worker/told/told.ts';
import { formatCents, nextAfter, STEPS } from './present.ts';
import { type ClaimChange, type ClaimRow, guardClaim, type NewClaim, updateClaim } from './repository.ts';

export type ClaimKind = keyof typeof CLAIMS;
/** What is told of a claim, besides the claim itself. */
type ToldOf<K extends ClaimKind> = Omit<DataOf<K>, keyof ClaimTold>;
type Told = { [K in ClaimKind]: readonly [kind: K, data: ToldOf<K>] }[ClaimKind];

/** A step of a claim: the change, and what its timeline and its customer are told. */
export interface Step {
  change: ClaimChange;
  told: Told;
  tx_hash?: string;
  /** Administrator who took the step; nobody if it was automatic. */
  adminId?: number;
  /** What the audit log has of an administrator's step, besides what it changes. */
  logged?: object;
}

/** What the audit log has of a claim. */
const LOGGED = ['status', 'payout_usd', 'needs_confirmation', 'assigned_to', 'decided_by', 'cause'] as const;

/** Statements of a step, led by a guard: the batch does nothing if the claim changed since it was read. */
export function stepOf(ctx: Ctx, row: ClaimRow, step: Step): [Statement, ...Statement[]] {
  const { claim } = row;
  const { change, tx_hash, adminId, told, logged } = step;
  const data = { ...toldOf(ctx, row, change), tx_hash, ...told[1] } as DataOf<ClaimKind>;
  const by =
    adminId === undefined
      ? ({ by: 'server' } as const)
      : ({ by: 'admin', ...changed(claim, change, LOGGED, logged) } as const);
  return [
    guardClaim(ctx.db, claim),
    ...updateClaim(ctx.db, claim.id, change, nowIso(ctx)),
    record(ctx, told[0], { ...aboutClaim(claim.id), key: `${claim.version + 1}`, ...by }, data),
    ...tellClaimant(ctx, row, told[0], data, adminId),
    // The figures count the claim under its cause on the day when it was made.
    ...(change.cause === undefined ? [] : [markDays(ctx.db, claim.created_at)]),
  ];
}

/**
 * Statements that correct a claim without a step of its timeline, led by a guard as those of a step are.
 * @param logged what the audit log has besides what changes
 */
export function correctionOf(
  ctx: Ctx,
  { claim }: ClaimRow,
  action: Act,
  change: ClaimChange,
  logged: { before?: object; after?: object } = {},
): [Statement, ...Statement[]] {
  const { before, after } = changed(claim, change, Object.keys(change) as (keyof ClaimChange)[]);
  return [
    guardClaim(ctx.db, claim),
    ...updateClaim(ctx.db, claim.id, change, nowIso(ctx)),
    recordAct(ctx, {
      action,
      subject: `claim:${claim.id}`,
      before: { ...before, ...logged.before },
      after: { ...after, ...logged.after },
    }),
  ];
}

/** Statements that undo the decision that led to a claim's version, and mark the days on which it counted. */
export const undoneDecision = (ctx: Ctx, claim: ClaimRow['claim'], change: ClaimChange = {}): Statement[] => [
  record(
    ctx,
    'claim_decision_undone',
    { ...aboutClaim(claim.id), key: `${claim.version}`, ...changed(claim, change, LOGGED) },
    {},
  ),
  ...(claim.decided_at === null ? [] : [markDays(ctx.db, claim.decided_at, claim.created_at)]),
];

/** A claim as it is once it has changed, for what is told of it. */
export const toldOf = (ctx: Ctx, row: ClaimRow, change: ClaimChange = {}): ClaimTold => {
  const claim = { ...row.claim, ...change };
  const { step, due } = nextAfter({ ...row, claim }, ctx.clock(), ctx.settings.operator);
  return {
    claim_id: claim.id,
    policy_id: claim.policy_id,
    title: claimTitle(claim.description),
    claimed: formatCents(claim.amount_cents),
    status: claim.status,
    next: step,
    next_due: due,
  };
};

/** A claim that the batch makes, for what is told of it; its id is known later. */
export const toldOfNew = (
  claim: Pick<NewClaim, 'policy_id' | 'description' | 'amount_cents'> & { status: 'pending'; due_at: string },
  claim_id: number,
): ClaimTold => ({
  claim_id,
  policy_id: claim.policy_id,
  title: claimTitle(claim.description),
  claimed: formatCents(claim.amount_cents),
  status: claim.status,
  next: STEPS[claim.status][1],
  next_due: claim.due_at,
});

/** The claim's one thread; the batch that creates the claim opens it. */
export function threadOf(claim: {
  key: string;
  wallet: string;
  policy_id: number;
  description: string;
}): NewThread {
  return {
    key: `claim:${claim.key}`,
    wallet: claim.wallet,
    subject: claimTitle(claim.description),
    type: 'claim',
    category: 'claims',
    matter: 'claim',
    claim: { key: claim.key },
    policy: claim.policy_id,
  };
}

/** Statements that tell a claim's customer of a step, which the claim's next version identifies. */
export function tellClaimant<K extends ClaimKind>(
  ctx: Ctx,
  { claim, threadId }: Pick<ClaimRow, 'claim' | 'threadId'>,
  kind: K,
  data: DataOf<K>,
  adminId: number | null = null,
): Statement[] {
  const { wallet, quote_id, id } = claim;
  const key = stepKey(claim, claim.version + 1);
  return tell(ctx, kind, { wallet, quote_id, claim: id, thread: threadId, adminId, key }, data);
}

/** Identifies a step of a claim by the version that it leads to: each is reached once. */
export const stepKey = ({ key }: { key: string }, version: number | string) => `claim:${key}:${version}`;
