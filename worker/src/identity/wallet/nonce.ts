import { getAddress } from 'viem';
import { createSiweMessage, generateSiweNonce } from 'viem/siwe';
import type * as z from 'zod';
import { walletKey } from '../../../../domain/address.ts';
import type { nonceRequest } from '../../../../domain/auth/schema.ts';
import { AppError } from '../../../../domain/errors.ts';
import { type Ctx, chainOf } from '../../platform/context.ts';
import { isLocal } from '../../platform/settings.ts';
import { storeNonce } from './repository.ts';

const NONCE_SECONDS = 5 * 60;
const STATEMENT = 'Sign in to Mooring. This is free and moves no money.';
const EVM_KEY_LENGTH = 42;

/** The message that proves a wallet once signed, bound to this site, chain and address for five minutes. */
export async function createNonce(ctx: Ctx, input: z.output<typeof nonceRequest>) {
  const chain = input.kind === 'substrate' ? null : chainOf(ctx, input.chain_id);
  if (!chain) {
    throw new AppError(
      'invalid',
      'Polkadot wallets cannot sign in here, because no Polkadot network is on offer.',
    );
  }
  const wallet = walletKey(input.address);
  if (wallet?.length !== EVM_KEY_LENGTH) {
    const message = 'Please send an address of 0x and 40 hexadecimal digits.';
    throw new AppError('invalid', message, { issues: [{ path: 'address', message }] });
  }
  const nonce = generateSiweNonce();
  const issuedAt = new Date(ctx.clock());
  const expirationTime = new Date(issuedAt.getTime() + NONCE_SECONDS * 1000);
  const site = isLocal(ctx.settings, ctx.url) ? ctx.url : new URL(ctx.settings.publicOrigin);
  const message = createSiweMessage({
    address: getAddress(wallet),
    chainId: Number(chain.id),
    domain: site.host,
    uri: site.origin,
    version: '1',
    statement: STATEMENT,
    nonce,
    issuedAt,
    expirationTime,
  });
  await storeNonce(ctx.db, {
    nonce,
    wallet,
    kind: input.kind,
    chainId: chain.id,
    message,
    expiresAt: expirationTime.toISOString(),
  });
  return { nonce, message };
}
