import { bytesToHex } from '@noble/hashes/utils.js';
import { getAddress } from 'viem';
import { createSiweMessage } from 'viem/siwe';
import type { WalletKind } from '#domain/address.ts';
import * as authApi from '#domain/auth/api.ts';
import { fieldError } from '#domain/errors.ts';
import { keyOfAddress, kindOfKey, shownWallet } from '#worker/platform/chain/address.ts';
import type { Chain } from '#worker/platform/chain/chain.ts';
import { type Ctx, chainOf } from '#worker/platform/context.ts';
import { serve } from '#worker/platform/http/serve.ts';
import { isLocal } from '#worker/platform/settings.ts';
import { storeNonce } from './repository.ts';

const NONCE_SECONDS = 5 * 60;
/** For a contract's owners, who may sign one after the other. It stays single-use, so claiming to be one gains nothing. */
const CONTRACT_NONCE_SECONDS = 60 * 60;
const NONCE_BYTES = 16;
const STATEMENT = 'Sign in to Mooring. This is free and moves no money.';

const WRONG_ADDRESS: Readonly<Record<WalletKind, string>> = {
  evm: 'Please send an address of 0x and 40 hexadecimal digits.',
  substrate: 'Please send the address of a Polkadot account.',
};

/** The message that proves a wallet once signed, bound to this site, chain and address for minutes. */
export const createNonce = serve(authApi.createNonce, async (ctx, input) => {
  const { kind } = input;
  const chain = chainOf(ctx, input.chain_id);
  if (chain.kind !== kind) throw fieldError('chain_id', 'Your wallet cannot sign in on this network.');
  const wallet = keyOfAddress(input.address);
  if (wallet === null || kindOfKey(wallet) !== kind) throw fieldError('address', WRONG_ADDRESS[kind]);
  // Not viem's: each of those is the one before, moved by a character, and comes from Math.random.
  const nonce = bytesToHex(crypto.getRandomValues(new Uint8Array(NONCE_BYTES)));
  const seconds = input.contract_wallet ? CONTRACT_NONCE_SECONDS : NONCE_SECONDS;
  const issuedAt = new Date(ctx.clock());
  const expirationTime = new Date(issuedAt.getTime() + seconds * 1000);
  const message = MESSAGES[kind](ctx, chain, { wallet, nonce, issuedAt, expirationTime });
  const expiresAt = expirationTime.toISOString();
  await storeNonce(ctx.db, nonce, { wallet, kind, chain_id: chain.id, message }, expiresAt);
  return { nonce, message };
});

interface SignIn {
  wallet: string;
  nonce: string;
  issuedAt: Date;
  expirationTime: Date;
}

const siteOf = ({ settings, url }: Ctx) => (isLocal(settings, url) ? url : new URL(settings.publicOrigin));

const MESSAGES: Readonly<Record<WalletKind, (ctx: Ctx, chain: Chain, signIn: SignIn) => string>> = {
  evm: (ctx, chain, { wallet, ...signIn }) =>
    createSiweMessage({
      address: getAddress(wallet),
      chainId: Number(chain.id),
      domain: siteOf(ctx).host,
      uri: siteOf(ctx).origin,
      version: '1',
      statement: STATEMENT,
      ...signIn,
    }),
  // The fields of EIP-4361, as text: no standard defines it for these accounts.
  substrate: (ctx, chain, { wallet, nonce, issuedAt, expirationTime }) =>
    [
      `${siteOf(ctx).host} wants you to sign in with your Polkadot account:`,
      shownWallet(ctx.settings, wallet),
      '',
      STATEMENT,
      '',
      `URI: ${siteOf(ctx).origin}`,
      'Version: 1',
      `Chain ID: ${chain.id}`,
      `Nonce: ${nonce}`,
      `Issued At: ${issuedAt.toISOString()}`,
      `Expiration Time: ${expirationTime.toISOString()}`,
    ].join('\n'),
};

/** The nonce in a message of either kind; empty if it has none. */
export const nonceIn = (message: string): string => /^Nonce: (\w+)$/m.exec(message)?.[1] ?? '';
