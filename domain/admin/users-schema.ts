import * as z from 'zod';
import { CLAIM_STATUSES } from '#domain/claims/lifecycle.ts';
import { objects } from '#domain/fields.ts';
import { PRIORITIES, THREAD_STATUSES } from '#domain/messages/lifecycle.ts';
import { POLICY_STATUSES } from '#domain/policy/lifecycle.ts';
import { PRODUCT_KEYS } from '#domain/products/index.ts';
import { deskPage, deskPageQuery, filterQuery, sortQuery } from './list.ts';
import { auditLogEntry, noteEntry, noteField } from './records-schema.ts';

export const USER_STATUSES = ['active', 'inactive'] as const;
export const USER_SORTS = ['joined_date', 'total_premium'] as const;

export const userListQuery = z.object({
  ...deskPageQuery,
  ...sortQuery(USER_SORTS),
  status: filterQuery(USER_STATUSES),
});

/** admin.md §3. Name and email are null when the customer gave none. */
export const userEntry = z.object({
  name: z.string().nullable(),
  email: z.string().nullable(),
  wallet_address: z.string(),
  status: z.enum(USER_STATUSES),
  joined_date: z.iso.datetime(),
  total_policies: z.number().int(),
  /** Whole US dollars, less what was refunded. */
  total_premium: z.number().int(),
  total_claims: z.number().int(),
  /** Why the account has its status; null if nobody said so. */
  status_note: z.string().nullable(),
  version: z.number().int(),
});
export type UserEntry = z.output<typeof userEntry>;
export const userList = deskPage('users', 'total_users', userEntry);

export const userStatistics = z.object({
  total: z.number().int(),
  by_status: z.array(z.object({ status: z.enum(USER_STATUSES), count: z.number().int() })),
});

/** Everything about one customer. Each list has the 50 newest. */
export const userDetail = userEntry.extend({
  kind: z.enum(['evm', 'substrate']),
  last_sign_in_at: z.iso.datetime(),
  email_confirmed: z.boolean(),
  /** Whether a phone number is stored; `reveal` shows it. */
  has_telephone: z.boolean(),
  active_sessions: z.number().int(),
  policies: objects({
    id: z.number().int(),
    policy_number: z.string(),
    policy_type: z.enum(PRODUCT_KEYS),
    status: z.enum(POLICY_STATUSES),
    premium_usd: z.number().int(),
    coverage_usd: z.number().int(),
    policy_start_date: z.string(),
    policy_end_date: z.string(),
    created_at: z.iso.datetime(),
  }),
  claims: objects({
    id: z.number().int(),
    claim_number: z.string(),
    policy_number: z.string(),
    policy_type: z.enum(PRODUCT_KEYS),
    status: z.enum(CLAIM_STATUSES),
    formatted_amount: z.string(),
    payout_amount: z.number().int().nullable(),
    created_at: z.iso.datetime(),
  }),
  threads: objects({
    id: z.number().int(),
    subject: z.string(),
    status: z.enum(THREAD_STATUSES),
    priority: z.enum(PRIORITIES),
    is_read: z.boolean(),
    last_message_at: z.iso.datetime(),
  }),
  payments: objects({
    tx_hash: z.string(),
    chain_id: z.union([z.number().int(), z.string()]),
    amount: z.string(),
    currency: z.string(),
    decimals: z.number().int(),
    kind: z.enum(['premium', 'refund', 'payout', 'owed']),
    policy_id: z.number().int().nullable(),
    at: z.iso.datetime(),
  }),
  notes: z.array(noteEntry),
  /** The 50 newest audit log lines about this customer; empty without permission to read the audit log. */
  audit_log: z.array(auditLogEntry),
});
export type UserDetail = z.output<typeof userDetail>;

/** `notes` says why; the audit log keeps it. */
export const userStatusRequest = z.strictObject({
  status: z.enum(USER_STATUSES, 'Please choose active or inactive.'),
  notes: noteField(1000).optional(),
});
