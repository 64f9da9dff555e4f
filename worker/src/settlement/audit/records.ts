import * as auditApi from '#domain/audit/api.ts';
import { type AnyRecord, AUDIT_PAGE, type RecordedClaim } from '#domain/audit/schema.ts';
import { chainIdOf } from '#domain/chains.ts';
import { claimNumber } from '#domain/claims/lifecycle.ts';
import type { Cursor, Page } from '#domain/page.ts';
import { registryStatus, type StoredStatus } from '#domain/policy/lifecycle.ts';
import { PRODUCTS } from '#domain/products/index.ts';
import type { Ctx } from '#worker/platform/context.ts';
import { type PageInput, readPageById } from '#worker/platform/db/page.ts';
import { serve } from '#worker/platform/http/serve.ts';
import { presentPlace } from '#worker/settlement/registry/policy.ts';
import { claimPage, eventPage, policyPage } from './repository.ts';

export type RecordedEvent = Extract<AnyRecord, { record: 'event' }>;
export type RecordedPolicy = Extract<AnyRecord, { record: 'policy' }>;
export type { RecordedClaim };

type EventRow = Awaited<ReturnType<typeof eventPage>>[number];
type PolicyRow = Awaited<ReturnType<typeof policyPage>>[number];
type ClaimRow = Awaited<ReturnType<typeof claimPage>>[number];

/** Records of a chain that is no longer on offer are a contract's: only one other chain can be configured. */
const enforcedBy = ({ chains }: Ctx, chainId: string) =>
  chains.find(({ id }) => id === chainId)?.enforcedBy ?? 'contract';

/** A line of a policy's history. */
interface Step {
  at: string;
  tx_hash: string | null;
  status: StoredStatus;
}

const stepIn = <Shown>(json: string | null, show: (step: Step) => Shown): Shown | null =>
  json === null ? null : show(JSON.parse(json));

const presentEvent = (ctx: Ctx, { event, exception }: EventRow): RecordedEvent => ({
  ...event,
  record: 'event',
  ...presentPlace(event),
  chain_id: chainIdOf(event.chain_id),
  enforced_by: enforcedBy(ctx, event.chain_id),
  exception,
  recorded_at: event.created_at,
  worth_cents: event.usd_cents,
});

const presentPolicy = (ctx: Ctx, { policy, quote, ...row }: PolicyRow): RecordedPolicy => ({
  ...policy,
  record: 'policy',
  chain_id: chainIdOf(policy.chain_id),
  enforced_by: enforcedBy(ctx, policy.chain_id),
  contract: quote.contract,
  holder: policy.wallet,
  token: quote.token,
  premium: quote.amount,
  product_code: PRODUCTS[policy.product].code,
  status: registryStatus(policy.status),
  start_date: policy.cover_start_date,
  policy_start_date: policy.start_date,
  valid_until: quote.valid_until,
  details_hash: quote.details_hash,
  purchase_tx: row.purchaseTx,
  sale: {
    premium_usd: quote.premium_usd,
    coverage_usd: quote.coverage_usd,
    symbol: quote.currency,
    decimals: quote.decimals,
    rate: quote.rate,
    source: quote.rate_source,
    at: quote.rate_at,
    round: quote.rate_round,
  },
  fee_bps: policy.platform_fee_bps,
  in_review: policy.needs_review,
  recorded_at: policy.created_at,
  opened: stepIn(row.opened, ({ at, tx_hash }) => ({ at, tx_hash })),
  last_step: stepIn(row.stepped, ({ at, status }) => ({ at, status: registryStatus(status) })),
});

/** A claim that is paid stands beside its payment, which is public. Of any other one nobody learns whose it is. */
const presentClaim = (_: Ctx, { claim, chain_id, paidBy, outside, timeline }: ClaimRow): RecordedClaim => {
  const isPublic = claim.status === 'paid' || paidBy !== null || outside !== null;
  return {
    record: 'claim',
    claim_number: claimNumber(claim.id),
    chain_id: chain_id && chainIdOf(chain_id),
    quote_id: isPublic ? claim.quote_id : null,
    incident_at: isPublic ? claim.incident_at : null,
    status: claim.status,
    payout_usd: claim.payout_usd,
    reserve_cents: claim.reserve_cents ?? 0,
    paid_by: paidBy && { tx_hash: paidBy.tx_hash, log_index: paidBy.logIndex },
    outside: outside && {
      usd: outside.usd,
      method: outside.method,
      paid_at: outside.confirmed_at ?? '',
      by_two: outside.confirmed_by !== null && outside.confirmed_by !== outside.proposed_by,
    },
    timeline: JSON.parse(timeline) as RecordedClaim['timeline'],
  };
};

const listOf =
  <Row, Shown>(
    read: (db: Ctx['db'], count: number, cursor: Cursor | null) => Promise<Row[]>,
    idOf: (row: Row) => number,
    present: (ctx: Ctx, row: Row) => Shown,
  ) =>
  async (ctx: Ctx, input: PageInput): Promise<Page<Shown>> => {
    const page = await readPageById(input, (count, cursor) => read(ctx.db, count, cursor), idOf);
    return { ...page, data: page.data.map((row) => present(ctx, row)) };
  };

/** A page of each list, oldest first. */
export const RECORDS = {
  events: listOf(eventPage, ({ event }) => event.id, presentEvent),
  policies: listOf(policyPage, ({ policy }) => policy.id, presentPolicy),
  claims: listOf(claimPage, ({ claim }) => claim.id, presentClaim),
};

/** What is recorded, oldest first. It names nobody: addresses and ids stand on the chain anyway. */
export const listRecords = serve(auditApi.listAuditRecords, (ctx, { list, cursor, limit = AUDIT_PAGE }) =>
  RECORDS[list](ctx, { cursor, limit }),
);
