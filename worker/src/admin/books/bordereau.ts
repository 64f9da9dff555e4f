/** Monthly bordereaux: each line of a month, so that they sum to the accounts of premiums and claims. */
import { ENTRY_LABELS, entryLabel } from '#domain/admin/books-schema.ts';
import { ACCOUNTS, cashOf } from '#domain/books/accounts.ts';
import type { MonthEntry } from '#domain/books/books.ts';
import type { BookedKind } from '#domain/books/journal.ts';
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

/** What every line says: when and as what it was booked, for which other month, and what moved. */
interface Booked {
  at: string | null;
  booking: string;
  about: string | null;
  paid: Paid;
}

const BOOKED: readonly Column<Booked>[] = [
  { title: 'Time (UTC)', value: ({ at }) => usTime(at) },
  { title: 'Booking', value: ({ booking }) => booking },
  { title: 'Month changed or booked in', value: ({ about }) => about },
];
const PAID: readonly Column<Booked>[] = [
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

interface Bordereau<Line> {
  kinds: readonly BookedKind[];
  columns: readonly Column<Line>[];
  /** What else the lines of some entries say. */
  lineOf: (entries: readonly Entry[]) => Promise<(entry: Entry) => Line>;
  /** The accounts that the lines sum to, and what a line says of a change of these by so many cents. */
  accounts: readonly string[];
  changed: (cents: readonly number[]) => Line;
}

/** Pages of a month's entries of some kinds, with the changes of other months behind the last one. */
async function bordereau<Line>(
  ctx: AdminCtx,
  name: string,
  month: string,
  { kinds, columns, lineOf, accounts, changed }: Bordereau<Line>,
): Promise<Response> {
  const { books } = await openBooks(ctx);
  const others = changes([...books.adjustments(month), ...books.adjustedLater(month)], accounts);
  return csvAnswer<Booked & Line>(name, [...BOOKED, ...columns, ...PAID], async (cursor) => {
    const page = await entryPage(ctx, month, { cursor, limit: CSV_PAGE });
    const own = page.data.filter(({ kind }) => kinds.includes(kind));
    const line = await lineOf(own);
    const rows = own.map((entry) => {
      const { at, kind, sign } = entry;
      const booking = entryLabel(kind, sign < 0);
      return { at, booking, about: null as string | null, paid: paidOf(ctx, entry), ...line(entry) };
    });
    const last = page.next_cursor === null;
    const behind = others.map(({ kind, month: about, cents }) => {
      return { at: null, booking: ENTRY_LABELS[kind], about, paid: NOT_PAID, ...changed(cents) };
    });
    return { rows: last ? [...rows, ...behind] : rows, next: page.next_cursor };
  });
}

interface PremiumLine {
  policy: InsuredPolicy | null;
  premiumCents: number;
  feeCents: number;
}

/** Premiums written, refunded and owed back in a month. */
export const premiumBordereau = (ctx: AdminCtx, name: string, month: string): Promise<Response> =>
  bordereau<PremiumLine>(ctx, name, month, {
    kinds: ['premium', 'refund', 'refund_owed'],
    columns: [
      { title: 'Policy', value: ({ policy }) => policy && policyNumber(policy.id) },
      { title: 'Product', value: ({ policy }) => policy && shortName(policy.product) },
      { title: 'Cover from', value: ({ policy }) => usDate(policy?.start_date ?? null) },
      { title: 'Cover to', value: ({ policy }) => usDate(policy?.end_date ?? null) },
      { title: 'Cover (USD)', value: ({ policy }) => policy?.coverage_usd ?? null },
      { title: 'Premium (USD)', value: ({ premiumCents }) => usd(premiumCents) },
      { title: 'Platform fee (USD)', value: ({ feeCents }) => usd(feeCents) },
    ],
    accounts: [ACCOUNTS.written.code, ACCOUNTS.returned.code, ACCOUNTS.platformFee.code],
    changed: ([written = 0, returned = 0, fee = 0]) => ({
      policy: null,
      premiumCents: 0 - written - returned,
      feeCents: 0 - fee,
    }),
    lineOf: async (entries) => {
      const ids = entries.flatMap(({ policy_id }) => policy_id ?? []);
      const policies = await readInsuredPolicies(ctx.db, ids);
      return ({ kind, policy_id, cents, fee_cents, sign }) => ({
        policy: policies.get(policy_id ?? 0) ?? null,
        premiumCents: sign * (kind === 'premium' ? cents : -cents),
        feeCents: sign * fee_cents + 0,
      });
    },
  });

interface ClaimLine {
  claim: InsuredClaim | null;
  policyId: number | null;
  paidCents: number;
  reserveCents: number;
}

/** Claims paid in a month, and what changed of the reserves. */
export const claimsBordereau = (ctx: AdminCtx, name: string, month: string): Promise<Response> =>
  bordereau<ClaimLine>(ctx, name, month, {
    kinds: ['claim_paid', 'claim_paid_other', 'reserve'],
    columns: [
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
    ],
    accounts: [ACCOUNTS.claims.code, ACCOUNTS.outstandingChange.code],
    changed: ([paidCents = 0, reserveCents = 0]) => ({
      claim: null,
      policyId: null,
      paidCents,
      reserveCents,
    }),
    lineOf: async (entries) => {
      const ids = entries.flatMap(({ claim_id }) => claim_id ?? []);
      const claims = await readInsuredClaims(ctx.db, ids);
      return ({ kind, policy_id, claim_id, cents, sign }) => {
        const claim = claims.get(claim_id ?? 0) ?? null;
        return {
          claim,
          policyId: policy_id ?? claim?.policy_id ?? null,
          paidCents: kind === 'reserve' ? 0 : sign * cents,
          reserveCents: kind === 'reserve' ? cents : 0,
        };
      };
    },
  });
