/** Monthly bordereaux: each line of a month, so that they sum to the accounts of premiums and claims. */
import { ACCOUNTS, cashOf } from '#domain/books/accounts.ts';
import type { MonthEntry } from '#domain/books/books.ts';
import type { BookedKind } from '#domain/books/journal.ts';
import { ENTRY_LABELS, entryLabel } from '#domain/books/labels.ts';
import { CLAIM_LABELS, claimNumber } from '#domain/claims/lifecycle.ts';
import { policyNumber } from '#domain/policy/lifecycle.ts';
import { shortName } from '#domain/products/index.ts';
import type { Entry } from '#worker/money/entries/repository.ts';
import { type AdminCtx, type Ctx, chainName } from '#worker/platform/context.ts';
import { type Column, CSV_PAGE, csvAnswer, usDate, usTime } from '#worker/platform/http/csv.ts';
import { openBooks, presentCoins } from './books.ts';
import { entryPage } from './journal.ts';
import {
  type InsuredClaim,
  type InsuredPolicy,
  readInsuredClaims,
  readInsuredPolicies,
} from './repository.ts';

const usd = (cents: number) => Number((cents / 100).toFixed(2));

/** What moved on a chain, in base units. */
interface Paid {
  amount: bigint | null;
  currency: string | null;
  network: string | null;
  txHash: string | null;
}
const NOT_PAID: Paid = { amount: null, currency: null, network: null, txHash: null };

function paidOf(ctx: Ctx, { cash, units, sign, tx_hash: txHash }: Entry): Paid {
  const where = cashOf(cash ?? '');
  if (cash === null || !where) return NOT_PAID;
  const amount = BigInt(units ?? 0) * BigInt(sign);
  const currency = presentCoins(ctx, cash, amount)?.symbol ?? null;
  return { amount, currency, network: chainName(ctx, where.chainId), txHash };
}

const PAID: readonly Column<{ paid: Paid }>[] = [
  { title: 'Currency', value: ({ paid }) => paid.currency },
  { title: 'Base units', value: ({ paid }) => paid.amount },
  { title: 'Network', value: ({ paid }) => paid.network },
  { title: 'Transaction', value: ({ paid }) => paid.txHash },
];

/** A month's own entries that change earlier months, or that were booked later. */
const changes = (entries: readonly MonthEntry[], accounts: readonly string[]) =>
  entries.flatMap(({ kind, month, lines }) => {
    const cents = accounts.map((account) =>
      lines.filter((line) => line.account === account).reduce((sum, line) => sum + line.cents, 0),
    );
    return cents.some((each) => each !== 0) ? [{ kind, month, cents }] : [];
  });

/** Pages of a month's entries of some kinds, with the changes of other months behind the last one. */
async function bordereau<Line>(
  ctx: AdminCtx,
  name: string,
  month: string,
  columns: readonly Column<Line>[],
  {
    linesOf,
    accounts,
    changed,
  }: {
    linesOf: (entries: readonly Entry[]) => Promise<Line[]>;
    accounts: readonly string[];
    changed: (kind: BookedKind | MonthEntry['kind'], month: string, cents: readonly number[]) => Line;
  },
): Promise<Response> {
  const { books } = await openBooks(ctx);
  const others = changes([...books.adjustments(month), ...books.adjustedLater(month)], accounts);
  return csvAnswer<Line>(name, columns, async (cursor) => {
    const page = await entryPage(ctx, month, { cursor, limit: CSV_PAGE });
    const rows = await linesOf(page.data);
    const last = page.next_cursor === null;
    return {
      rows: last ? [...rows, ...others.map((each) => changed(each.kind, each.month, each.cents))] : rows,
      next: page.next_cursor,
    };
  });
}

interface PremiumLine {
  at: string | null;
  booking: string;
  about: string | null;
  policy: InsuredPolicy | null;
  premiumCents: number;
  feeCents: number;
  paid: Paid;
}

const PREMIUM: readonly Column<PremiumLine>[] = [
  { title: 'Time (UTC)', value: ({ at }) => usTime(at) },
  { title: 'Booking', value: ({ booking }) => booking },
  { title: 'Month changed or booked in', value: ({ about }) => about },
  { title: 'Policy', value: ({ policy }) => policy && policyNumber(policy.id) },
  { title: 'Product', value: ({ policy }) => policy && shortName(policy.product) },
  { title: 'Cover from', value: ({ policy }) => usDate(policy?.start_date ?? null) },
  { title: 'Cover to', value: ({ policy }) => usDate(policy?.end_date ?? null) },
  { title: 'Cover (USD)', value: ({ policy }) => policy?.coverage_usd ?? null },
  { title: 'Premium (USD)', value: ({ premiumCents }) => usd(premiumCents) },
  { title: 'Platform fee (USD)', value: ({ feeCents }) => usd(feeCents) },
  ...PAID,
];

const SOLD_KINDS = ['premium', 'refund', 'refund_owed'] as const;

/** Premiums written, refunded and owed back in a month. */
export const premiumBordereau = (ctx: AdminCtx, name: string, month: string): Promise<Response> =>
  bordereau(ctx, name, month, PREMIUM, {
    accounts: [ACCOUNTS.written.code, ACCOUNTS.returned.code, ACCOUNTS.platformFee.code],
    changed: (kind, about, [written = 0, returned = 0, fee = 0]) => ({
      at: null,
      booking: ENTRY_LABELS[kind],
      about,
      policy: null,
      premiumCents: 0 - written - returned,
      feeCents: 0 - fee,
      paid: NOT_PAID,
    }),
    linesOf: async (entries) => {
      const sold = entries.filter(({ kind }) => SOLD_KINDS.some((each) => each === kind));
      const policies = await readInsuredPolicies(
        ctx.db,
        sold.flatMap(({ policy_id }) => policy_id ?? []),
      );
      return sold.map((entry) => {
        const { kind, at, policy_id, cents, fee_cents, sign } = entry;
        return {
          at,
          booking: entryLabel(kind, sign < 0),
          about: null,
          policy: policies.get(policy_id ?? 0) ?? null,
          premiumCents: sign * (kind === 'premium' ? cents : -cents),
          feeCents: sign * fee_cents + 0,
          paid: paidOf(ctx, entry),
        };
      });
    },
  });

interface ClaimLine {
  at: string | null;
  booking: string;
  about: string | null;
  claim: InsuredClaim | null;
  policyId: number | null;
  paidCents: number;
  reserveCents: number;
  paid: Paid;
}

const CLAIMS: readonly Column<ClaimLine>[] = [
  { title: 'Time (UTC)', value: ({ at }) => usTime(at) },
  { title: 'Booking', value: ({ booking }) => booking },
  { title: 'Month changed or booked in', value: ({ about }) => about },
  { title: 'Claim', value: ({ claim }) => claim && claimNumber(claim.id) },
  { title: 'Policy', value: ({ policyId }) => policyId && policyNumber(policyId) },
  { title: 'Product', value: ({ claim }) => claim && shortName(claim.product) },
  { title: 'Incident', value: ({ claim }) => usDate(claim?.incident_date ?? null) },
  { title: 'Submitted (UTC)', value: ({ claim }) => usTime(claim?.created_at ?? null) },
  { title: 'Decided (UTC)', value: ({ claim }) => usTime(claim?.decided_at ?? null) },
  { title: 'Status', value: ({ claim }) => claim && CLAIM_LABELS[claim.status] },
  { title: 'Claimed (USD)', value: ({ claim }) => claim && usd(claim.amount_cents) },
  { title: 'Paid (USD)', value: ({ paidCents }) => usd(paidCents) },
  { title: 'Change in reserve (USD)', value: ({ reserveCents }) => usd(reserveCents) },
  ...PAID,
];

const CLAIM_KINDS = ['claim_paid', 'claim_paid_other', 'reserve'] as const;

/** Claims paid in a month, and what changed of the reserves. */
export const claimsBordereau = (ctx: AdminCtx, name: string, month: string): Promise<Response> =>
  bordereau(ctx, name, month, CLAIMS, {
    accounts: [ACCOUNTS.claims.code, ACCOUNTS.outstandingChange.code],
    changed: (kind, about, [paidCents = 0, reserveCents = 0]) => ({
      at: null,
      booking: ENTRY_LABELS[kind],
      about,
      claim: null,
      policyId: null,
      paidCents,
      reserveCents,
      paid: NOT_PAID,
    }),
    linesOf: async (entries) => {
      const own = entries.filter(({ kind }) => CLAIM_KINDS.some((each) => each === kind));
      const claims = await readInsuredClaims(
        ctx.db,
        own.flatMap(({ claim_id }) => claim_id ?? []),
      );
      return own.map((entry) => {
        const { kind, at, policy_id, claim_id, cents, sign } = entry;
        const claim = claims.get(claim_id ?? 0) ?? null;
        return {
          at,
          booking: entryLabel(kind, sign < 0),
          about: null,
          claim,
          policyId: policy_id ?? claim?.policy_id ?? null,
          paidCents: kind === 'reserve' ? 0 : sign * cents,
          reserveCents: kind === 'reserve' ? cents : 0,
          paid: paidOf(ctx, entry),
        };
      });
    },
  });
