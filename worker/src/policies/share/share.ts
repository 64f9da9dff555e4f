import * as z from 'zod';
import { notFound } from '#domain/errors.ts';
import * as policyApi from '#domain/policy/api.ts';
import { NO_SHARE, type ShareAnswer } from '#domain/policy/share-schema.ts';
import { isShareable } from '#domain/registry/field-label.ts';
import * as proofApi from '#domain/registry/proof-api.ts';
import { type Ctx, nowIso, type WalletCtx } from '#worker/platform/context.ts';
import { shareBinding } from '#worker/platform/crypto/bindings.ts';
import { sha256Hex, toBase64Url } from '#worker/platform/crypto/bytes.ts';
import { type KeyRing, open } from '#worker/platform/crypto/sealed.ts';
import { serve } from '#worker/platform/http/serve.ts';
import { proofOf } from '#worker/policies/details-proof.ts';
import { ownPolicy } from '#worker/policies/own.ts';
import { findById } from '#worker/policies/repository.ts';
import {
  deleteShare,
  findOpenShare,
  listShares,
  listSharesOf,
  purgeShares,
  type ShareRow,
} from './repository.ts';

/** The secret part of a link to a shared proof. */

/** 128 bits can't be guessed, and make a link of 22 letters. */
const TOKEN_BYTES = 16;

export const newToken = (): string => toBase64Url(crypto.getRandomValues(new Uint8Array(TOKEN_BYTES)));

/** What a link is found by: only the hash of its token is stored in the clear. */
export const shareId = async (token: string): Promise<string> => `0x${await sha256Hex(token)}`;

export async function presentShare(ring: KeyRing, row: ShareRow): Promise<ShareAnswer> {
  const { id, wallet, sealed, fields, created_at, expires_at } = row;
  return {
    id,
    token: z.string().parse(await open(ring, sealed, shareBinding(id, wallet))),
    fields: z.array(z.string()).parse(JSON.parse(fields)),
    created_at,
    expires_at,
  };
}

/** The open links of the actor's policy, newest first. */
export const listOwnShares = serve(policyApi.listShares, async (ctx, { id: policyId }) => {
  await ownPolicy(ctx, policyId);
  const rows = await listShares(ctx.db, policyId, ctx.actor.wallet, nowIso(ctx));
  return Promise.all(rows.map((row) => presentShare(ctx.settings.detailsKeys, row)));
});

/** Revokes a link of the actor's policy, and answers those that stay open. Safe to repeat. */
export const revokeShare = serve(policyApi.revokeShare, async (ctx, { id: policyId, share_id: id }) => {
  await ownPolicy(ctx, policyId);
  await deleteShare(ctx.db, { id, policy_id: policyId, wallet: ctx.actor.wallet });
  ctx.log.info('share_revoked', { policy: policyId });
  return listOwnShares(ctx, { id: policyId });
});

/** The links of all the actor's policies. */
export async function exportShares(ctx: WalletCtx) {
  const rows = await listSharesOf(ctx.db, ctx.actor.wallet);
  return rows.map(({ policy_id, fields, created_at, expires_at }) => ({
    policy_id,
    fields: JSON.parse(fields) as string[],
    created_at,
    expires_at,
  }));
}

/** Statements that delete links that have expired. */
export const purgeExpiredShares = (ctx: Ctx) => [purgeShares(ctx.db, nowIso(ctx))];

/** The proof behind a link, for whoever has it. An unknown, expired or revoked link gets the same 404. */
export const readShare = serve(proofApi.getSharedProof, async (ctx, { token }) => {
  const share = await findOpenShare(ctx.db, await shareId(token), nowIso(ctx));
  const row = share && (await findById(ctx.db, share.policy_id));
  if (!share || row?.policy.wallet !== share.wallet) throw notFound(NO_SHARE);
  const chosen = z.array(z.string()).parse(JSON.parse(share.fields));
  const proof = await proofOf(ctx, row);
  const fields = proof.fields.filter(
    ({ name }) => chosen.includes(name) && isShareable(row.policy.product, name),
  );
  return { proof: { ...proof, fields }, expires_at: share.expires_at };
});
