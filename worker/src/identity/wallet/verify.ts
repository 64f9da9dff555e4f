import * as authApi from '#domain/auth/api.ts';
import { AppError } from '#domain/errors.ts';
import { ChainUnreachable } from '#domain/json-rpc.ts';
import { keyOfAddress, shownWallet } from '#worker/platform/chain/address.ts';
import { type Ctx, chainOf, isoIn, nowIso } from '#worker/platform/context.ts';
import { isConstraintFailure } from '#worker/platform/db/guard.ts';
import { deviceOf } from '#worker/platform/http/client.ts';
import { type InputOf, serve } from '#worker/platform/http/serve.ts';
import { nonceIn } from './nonce.ts';
import { findNonce, openSession, spendNonce } from './repository.ts';
import { SESSION_SECONDS, signToken } from './session.ts';

const refused = (message: string) => new AppError('unauthorized', message);
const USED = 'This sign-in has already been used or has expired. Please sign in again.';

/**
 * Opens a session for the wallet that signed the message of `createNonce`. 401 if it is tampered with,
 * late or reused.
 */
export const verifySignIn = serve(authApi.verifySignature, async (ctx, input, request) => {
  const nonce = nonceIn(input.message);
  const asked = await findNonce(ctx.db, nonce, nowIso(ctx));
  if (!asked) throw refused(USED);
  const wallet = keyOfAddress(input.address);
  if (asked.wallet !== wallet || asked.kind !== input.kind || asked.message !== input.message) {
    throw refused('The signed text is not the one that we asked for. Please sign in again.');
  }
  if (!(await signatureHolds(ctx, asked.chain_id, wallet, input))) {
    throw refused('The signature is not from this wallet. Please sign in again.');
  }
  const jti = crypto.randomUUID();
  const expiresAt = isoIn(ctx, SESSION_SECONDS * 1000);
  try {
    const opened = {
      jti,
      wallet,
      kind: input.kind,
      device: deviceOf(request.header('user-agent') ?? ''),
    };
    const session = { ...opened, created_at: nowIso(ctx), expires_at: expiresAt };
    await openSession(ctx.db, session, spendNonce(ctx.db, nonce));
  } catch (error) {
    if (isConstraintFailure(error)) throw refused(USED);
    throw error;
  }
  const now = Math.floor(ctx.clock() / 1000);
  const token = await signToken(ctx.settings.sessionSecret, { wallet, kind: input.kind, jti }, now);
  return { token, address: shownWallet(ctx.settings, wallet), expires_at: expiresAt };
});

async function signatureHolds(
  ctx: Ctx,
  chainId: string,
  wallet: string,
  input: InputOf<typeof authApi.verifySignature>,
): Promise<boolean> {
  try {
    return await chainOf(ctx, chainId).verifyMessage(wallet, input.message, input.signature);
  } catch (error) {
    if (!(error instanceof ChainUnreachable)) throw error;
    ctx.log.warn('sign_in_chain_unreachable', { chain: chainId });
    throw new AppError(
      'chain_unreachable',
      'The network cannot be reached to check this wallet. Please try again.',
    );
  }
}
