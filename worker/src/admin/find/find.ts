import type * as z from 'zod';
import { shortAddress } from '#domain/address.ts';
import * as adminQueueApi from '#domain/admin/queue-api.ts';
import type { foundRecords } from '#domain/admin/records-schema.ts';
import { CLAIM_LABELS, claimNumber } from '#domain/claims/lifecycle.ts';
import { policyNumber } from '#domain/policy/lifecycle.ts';
import { shownWallet } from '#worker/platform/chain/address.ts';
import type { AdminCtx } from '#worker/platform/context.ts';
import { serve } from '#worker/platform/http/serve.ts';
import { findEverywhere, findTransaction } from './repository.ts';

type Found = z.output<typeof foundRecords>;

const TRANSACTION = /^0x[0-9a-f]{64}$/i;

/** What the command palette offers: the 10 newest of each kind, or what a transaction is about. */
export const find = serve(adminQueueApi.find, async (ctx, { q }): Promise<Found> => {
  if (TRANSACTION.test(q)) return byTransaction(ctx, q.toLowerCase());
  const { users, policies, claims, threads, exceptions, documents } = await findEverywhere(ctx.db, q);
  const detail = (...parts: (string | null)[]) => parts.filter(Boolean).join(' · ');
  return [
    ...users.map((user) => {
      const wallet = shownWallet(ctx.settings, user.wallet);
      return {
        kind: 'user' as const,
        document: null,
        id: wallet,
        title: user.name ?? shortAddress(wallet),
        detail: detail(user.email, user.name === null ? null : shortAddress(wallet)),
      };
    }),
    ...policies.map((policy) => ({
      kind: 'policy' as const,
      document: null,
      id: String(policy.id),
      title: policyNumber(policy.id),
      detail: detail(policy.customer_name, policy.item_description),
    })),
    ...claims.map((claim) => ({
      kind: 'claim' as const,
      document: null,
      id: String(claim.id),
      title: claimNumber(claim.id),
      detail: detail(claim.customer_name, CLAIM_LABELS[claim.status]),
    })),
    ...threads.map((thread) => ({
      kind: 'thread' as const,
      document: null,
      id: String(thread.id),
      title: thread.subject,
      detail: detail(thread.customer_name || thread.contact_email),
    })),
    ...exceptions.map((exception) => ({
      kind: 'exception' as const,
      document: null,
      id: String(exception.id),
      title: `Payment ${exception.id}`,
      detail: detail(exception.detail, shortAddress(shownWallet(ctx.settings, exception.wallet))),
    })),
    ...documents.map((document) => ({
      kind: 'document' as const,
      document: document.id,
      id: String(document.claimId),
      title: document.fileName,
      detail: claimNumber(document.claimId),
    })),
  ];
});

async function byTransaction(ctx: AdminCtx, txHash: string): Promise<Found> {
  const chains = ctx.chains.map(({ id }) => id);
  const rows = await findTransaction(ctx.db, chains, txHash);
  const found = rows.flatMap(({ policyId, claimId, exceptionId }): Found[number][] => {
    const shared = { document: null, detail: 'In this transaction' };
    return [
      ...(claimId === null
        ? []
        : [{ ...shared, kind: 'claim' as const, id: String(claimId), title: claimNumber(claimId) }]),
      ...(exceptionId === null
        ? []
        : [
            {
              ...shared,
              kind: 'exception' as const,
              id: String(exceptionId),
              title: `Payment ${exceptionId}`,
            },
          ]),
      ...(policyId === null
        ? []
        : [{ ...shared, kind: 'policy' as const, id: String(policyId), title: policyNumber(policyId) }]),
    ];
  });
  const seen = new Map(found.map((each) => [`${each.kind} ${each.id}`, each]));
  return [...seen.values()];
}
