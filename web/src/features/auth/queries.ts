import type { WalletKind } from '#domain/address.ts';
import * as authApi from '#domain/auth/api.ts';
import { type ChainRef, chainIdOf } from '#domain/chains.ts';
import * as quoteApi from '#domain/quote/api.ts';
import { api } from '#web/lib/api/api.ts';
import { pack } from '#web/lib/kept/carry.ts';

export async function requestSignInMessage(
  kind: WalletKind,
  address: string,
  chain: ChainRef,
  isContract: boolean,
): Promise<string> {
  const body = {
    address,
    kind,
    chain_id: chainIdOf(chain),
    ...(isContract ? { contract_wallet: true } : {}),
  };
  return (await api.ask(authApi.createNonce, { body })).message;
}

/**
 * What follows the `#` of the link into a wallet's app, so that what was typed here is there too; empty if nothing was, or if
 * it can't be handed over.
 */
export async function handOver(): Promise<string> {
  try {
    const packed = await pack();
    if (packed === null) return '';
    const body = { sealed: packed.sealed };
    const { handover_id } = await api.ask(quoteApi.createHandover, { body });
    return `#form=${packed.key}.${handover_id}`;
  } catch {
    return '';
  }
}
