import * as z from 'zod';
import { DAY_SECONDS } from '#domain/days.ts';
import { AppError } from '#domain/errors.ts';
import * as policyApi from '#domain/policy/api.ts';
import { MOST_SHARES, NO_SHARE, type ShareAnswer } from '#domain/policy/share-schema.ts';
import { isShareable } from '#domain/registry/field-label.ts';
import * as proofApi from '#domain/registry/proof-api.ts';
import { type Ctx, nowIso, type WalletCtx } from '#worker/platform/context.ts';
import { shareBinding } from '#worker/platform/crypto/bindings.ts';
import { sha256Hex, toBase64Url } from '#worker/platform/crypto/bytes.ts';
import { type KeyRing, open, seal } from '#worker/platform/crypto/sealed.ts';
import { commit } from '#worker/platform/db/guard.ts';
import { type Mark, once } from '#worker/platform/db/once.ts';
import { type InputOf, serve } from '#worker/platform/http/serve.ts';
import { getDetailsProof, proofOf } from '#worker/policies/details-proof.ts';
import { ownPolicy } from '#worker/policies/own.ts';
import { findById } from '#worker/policies/repository.ts';
import {
  deleteShare,
  findOpenShare,
  findShare,
  guardShares,
  insertShare,
  listShares,
  listSharesOf,
  purgeShares,
  type ShareRow,
} from './repository.ts';

/** The secret part of a link to a shared proof. */

/** 128 bits can't be guessed, and make a link of 22 letters. */
const TOKEN_BYTES = 16;

const newToken = (): string => toBase64Url(crypto.getRandomValues(new Uint8Array(TOKEN_BYTES)));

/** What a link is found by: only the hash of its token is stored in the clear. */
const shareId = async (token: string): Promise<string> => `0x${await sha256Hex(token)}`;

async function presentShare(ring: KeyRing, row: ShareRow): Promise<ShareAnswer> {
  const { id, wallet, sealed, fields, created_at, expires_at } = row;
  return {
    id,
    token: z.string().parse(await open(ring, sealed, shareBinding(id, wallet))),
    fields: z.array(z.string()).parse(JSON.parse(fields)),
    created_at,
    expires_at,
  };
}

/** Opens a link that proves chosen fields of the actor's policy. A repeated request gets the same link. */
export const createShare = serve(policyApi.shareProof, (ctx, input) => {
  const { wallet } = ctx.actor;
  return once(ctx, {
    read: async (id) => {
      const row = await findShare(ctx.db, id, wallet);
      return row && presentShare(ctx.settings.detailsKeys, row);
    },
    write: (mark) => write(ctx, input, mark),
  });
});

async function write(
  ctx: WalletCtx,
  { id: policyId, fields, days }: InputOf<typeof policyApi.shareProof>,
  mark: Mark,
): Promise<ShareAnswer> {
  const { policy } = await ownPolicy(ctx, policyId);
  const proof = await getDetailsProof(ctx, { id: policyId });
  const known = proof.fields.map(({ name }) => name).filter((name) => isShareable(policy.product, name));
  const refused = fields.find((name) => !known.includes(name));
  if (refused !== undefined) {
    const message = `A link can't prove the field ${refused}.`;
    throw new AppError('invalid', message, { issues: [{ path: 'fields', message }] });
  }
  const token = newToken();
  const id = await shareId(token);
  const now = ctx.clock();
  const row: ShareRow = {
    id,
    policy_id: policyId,
    wallet: ctx.actor.wallet,
    sealed: await seal(ctx.settings.detailsKeys, token, shareBinding(id, ctx.actor.wallet)),
    // In the order of the proof, whatever the request's.
    fields: JSON.stringify(known.filter((name) => fields.includes(name))),
    created_at: new Date(now).toISOString(),
    expires_at: new Date(now + days * DAY_SECONDS * 1000).toISOString(),
  };
  await commit(ctx, [guardShares(ctx.db, row, MOST_SHARES), ...mark(id), insertShare(ctx.db, row)], () => {
    throw new AppError(
      'conflict',
      `A policy has at most ${MOST_SHARES} open links. Please revoke one first.`,
    );
  });
  ctx.log.info('share_created', { policy: policyId });
  return presentShare(ctx.settings.detailsKeys, row);
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

/** Deletes links that have expired. */
export async function purgeExpiredShares(ctx: Ctx): Promise<void> {
  await purgeShares(ctx.db, nowIso(ctx));
}

/** The proof behind a link, for whoever has it. An unknown, expired or revoked link gets the same 404. */
export const readShare = serve(proofApi.getSharedProof, async (ctx, { token }) => {
  const share = await findOpenShare(ctx.db, await shareId(token), nowIso(ctx));
  const row = share && (await findById(ctx.db, share.policy_id));
  if (!share || row?.policy.wallet !== share.wallet) throw new AppError('not_found', NO_SHARE);
  const chosen = z.array(z.string()).parse(JSON.parse(share.fields));
  const proof = await proofOf(ctx, row);
  const fields = proof.fields.filter(
    ({ name }) => chosen.includes(name) && isShareable(row.policy.product, name),
  );
  return { proof: { ...proof, fields }, expires_at: share.expires_at };
});
