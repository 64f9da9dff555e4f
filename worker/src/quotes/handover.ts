import { AppError } from '#domain/errors.ts';
import { KEPT } from '#domain/promises.ts';
import * as quoteApi from '#domain/quote/api.ts';
import { isoIn, nowIso } from '#worker/platform/context.ts';
import { storeToken, takeToken } from '#worker/platform/db/tokens.ts';
import { serve } from '#worker/platform/http/serve.ts';

/** Keeps an encrypted form for a wallet's app to fetch. The id is as hard to guess as a key. */
export const createHandover = serve(quoteApi.createHandover, async (ctx, { sealed }) => {
  const id = crypto.randomUUID();
  const expiresAt = isoIn(ctx, KEPT.handoverMinutes * 60_000);
  await storeToken(ctx.db, { kind: 'handover', key: id, data: sealed, expires_at: expiresAt });
  return { handover_id: id };
});

/** The encrypted form, once. */
export const openHandover = serve(quoteApi.openHandover, async (ctx, { id }) => {
  const sealed = await takeToken(ctx.db, 'handover', id, nowIso(ctx));
  if (sealed === null) throw new AppError('not_found', 'This link was used before, or is too old.');
  return { sealed };
});
