import type * as z from 'zod';
import { shortAddress } from '../../../../domain/address.ts';
import type { foundRecords } from '../../../../domain/admin/records-schema.ts';
import { CLAIM_LABELS, claimNumber } from '../../../../domain/claims/lifecycle.ts';
import { policyNumber } from '../../../../domain/policy/lifecycle.ts';
import { shownWallet } from '../../platform/chain/address.ts';
import type { AdminCtx } from '../../platform/context.ts';
import { findEverywhere } from './repository.ts';

type Found = z.output<typeof foundRecords>;

/** What the command palette offers for a number, a name, an email address or a wallet: the 10 newest of each kind. */
export async function find(ctx: AdminCtx, q: string): Promise<Found> {
  const { users, policies, claims, threads } = await findEverywhere(ctx.db, q);
  const detail = (...parts: (string | null)[]) => parts.filter(Boolean).join(' · ');
  return [
    ...users.map((user) => {
      const wallet = shownWallet(ctx.settings, user.wallet);
      return {
        kind: 'user' as const,
        id: wallet,
        title: user.name ?? shortAddress(wallet),
        detail: detail(user.email, user.name === null ? null : shortAddress(wallet)),
      };
    }),
    ...policies.map((policy) => ({
      kind: 'policy' as const,
      id: String(policy.id),
      title: policyNumber(policy.id),
      detail: detail(policy.customerName, policy.itemDescription),
    })),
    ...claims.map((claim) => ({
      kind: 'claim' as const,
      id: String(claim.id),
      title: claimNumber(claim.id),
      detail: detail(claim.customerName, CLAIM_LABELS[claim.status]),
    })),
    ...threads.map((thread) => ({
      kind: 'thread' as const,
      id: String(thread.id),
      title: thread.subject,
      detail: detail(thread.customerName || thread.contactEmail),
    })),
  ];
}
