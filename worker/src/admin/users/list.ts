import * as adminUsersApi from '#domain/admin/users-api.ts';
import { USER_STATUSES, type UserDetail, type UserEntry } from '#domain/admin/users-schema.ts';
import { chainIdOf } from '#domain/chains.ts';
import { claimNumber } from '#domain/claims/lifecycle.ts';
import { policyNumber, statusAt } from '#domain/policy/lifecycle.ts';
import { exportCsv } from '#worker/admin/export.ts';
import { presentLine } from '#worker/admin/trail.ts';
import { formatCents } from '#worker/claims/present.ts';
import { readDeskCounts } from '#worker/desk/repository.ts';
import { shownWallet } from '#worker/platform/chain/address.ts';
import type { Ctx } from '#worker/platform/context.ts';
import { usDate } from '#worker/platform/http/csv.ts';
import { serve } from '#worker/platform/http/serve.ts';
import { currencyOf } from '#worker/settlement/exceptions/present.ts';
import { type AccountRow, readUserPage, type UserRecord } from './repository.ts';

const presentUser = ({ settings }: Ctx, account: AccountRow): UserEntry => ({
  ...account,
  wallet_address: shownWallet(settings, account.wallet),
  joined_date: account.created_at,
  total_policies: account.policies,
  total_premium: account.premium_usd,
  total_claims: account.claims,
});

const KINDS = {
  purchased: 'premium',
  premium_refunded: 'refund',
  claim_paid: 'payout',
  payment_owed: 'owed',
} as const;
const NEWEST = 50;

function payments(ctx: Ctx, { payments: rows }: UserRecord): UserDetail['payments'] {
  const shown = rows.map((row) => ({
    tx_hash: row.txHash,
    chain_id: chainIdOf(row.chainId),
    amount: row.amount ?? '0',
    ...currencyOf(ctx, { chain_id: row.chainId, token: row.token }, row),
    kind: KINDS[row.kind as keyof typeof KINDS],
    policy_id: row.policyId,
    at: row.at,
  }));
  return shown.sort((a, b) => (a.at < b.at ? 1 : -1)).slice(0, NEWEST);
}

export function presentDetail(ctx: Ctx, record: UserRecord): UserDetail {
  const { account } = record;
  return {
    ...account,
    ...presentUser(ctx, account),
    email_confirmed: account.email !== null && record.confirmed.includes(account.email),
    has_telephone: record.hasPhone,
    active_sessions: record.sessions,
    policies: record.policies.map((policy) => ({
      ...policy,
      policy_number: policyNumber(policy.id),
      policy_type: policy.product,
      status: statusAt(policy.status, policy.end_date, ctx.clock()),
      policy_start_date: policy.start_date,
      policy_end_date: policy.end_date,
    })),
    claims: record.claims.map((claim) => ({
      ...claim,
      claim_number: claimNumber(claim.id),
      policy_number: policyNumber(claim.policy_id),
      policy_type: claim.product,
      formatted_amount: formatCents(claim.amount_cents),
      payout_amount: claim.payout_usd,
    })),
    threads: record.threads.map((thread) => ({ ...thread, is_read: !thread.unread_by_support })),
    payments: payments(ctx, record),
    notes: record.notes,
    audit_log: record.trail.map(presentLine),
  };
}

export const listUsers = serve(adminUsersApi.listUsers, async (ctx, query) => {
  const { rows, total, pagination } = await readUserPage(ctx.db, query, query);
  return {
    users: rows.map((row) => presentUser(ctx, row)),
    pagination: { ...pagination, total_users: total },
  };
});

/** Counts of customers by status. */
export const countUsers = serve(adminUsersApi.getUserStatistics, async (ctx) => {
  const counts = await readDeskCounts(ctx.db, 'users');
  return {
    total: counts.of(),
    by_status: USER_STATUSES.map((status) => ({ status, count: counts.of(status) })),
  };
});

export const exportUsers = serve(adminUsersApi.exportUsers, (ctx, query) => {
  return exportCsv<UserEntry>(ctx, {
    list: 'users',
    query,
    columns: [
      { title: 'Name', value: ({ name }) => name },
      { title: 'Email', value: ({ email }) => email },
      { title: 'Wallet', value: (user) => user.wallet_address },
      { title: 'Status', value: ({ status }) => status },
      { title: 'Joined', value: (user) => usDate(user.joined_date) },
      { title: 'Policies', value: (user) => user.total_policies },
      { title: 'Premium (USD)', value: (user) => user.total_premium },
      { title: 'Claims', value: (user) => user.total_claims },
    ],
    read: async (page) => {
      const found = await readUserPage(ctx.db, { ...query, ...page }, query);
      return { ...found, rows: found.rows.map((row) => presentUser(ctx, row)) };
    },
  });
});
