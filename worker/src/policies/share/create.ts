import { DAY_SECONDS } from '#domain/days.ts';
import { conflict, fieldError } from '#domain/errors.ts';
import * as policyApi from '#domain/policy/api.ts';
import { MOST_SHARES, type ShareAnswer } from '#domain/policy/share-schema.ts';
import { isShareable } from '#domain/registry/field-label.ts';
import type { WalletCtx } from '#worker/platform/context.ts';
import { shareBinding } from '#worker/platform/crypto/bindings.ts';
import { seal } from '#worker/platform/crypto/sealed.ts';
import { commit } from '#worker/platform/db/guard.ts';
import { type Mark, once } from '#worker/platform/db/once.ts';
import { type InputOf, serve } from '#worker/platform/http/serve.ts';
import { getDetailsProof } from '#worker/policies/details-proof.ts';
import { ownPolicy } from '#worker/policies/own.ts';
import { findShare, guardShares, insertShare, type ShareRow } from './repository.ts';
import { newToken, presentShare, shareId } from './share.ts';

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
    throw fieldError('fields', message);
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
  await commit(
    ctx,
    [...guardShares(ctx.db, row, MOST_SHARES), ...mark(id), insertShare(ctx.db, row)],
    conflict(`A policy has at most ${MOST_SHARES} open links. Please revoke one first.`),
  );
  ctx.log.info('share_created', { policy: policyId });
  return presentShare(ctx.settings.detailsKeys, row);
}
