/** Sending what the worker or the contract screen prepared. The call itself says which family of chains sends it. */

import { type ChainRef, chainRefOf } from '#domain/chains.ts';
import type { ReadyCall } from '#domain/payouts/schema.ts';
import { loadWallet } from './load.ts';
import type { Batching, Sender, Together } from './sender.ts';

export const senderOf = async (call: ReadyCall): Promise<Sender> => (await loadWallet()).sender(call);

/** The chains on which the connected wallet carries out several calls as one. */
export const batchingChains = async (): Promise<Readonly<Partial<Record<ChainRef, Batching>>>> =>
  (await loadWallet()).batching();

export const togetherOf = async (calls: readonly ReadyCall[]): Promise<Together> =>
  (await loadWallet()).together(calls);

export const rehearsalText = ({ kind }: ReadyCall): string =>
  kind === 'evm'
    ? 'Trying it out with the contract, without sending anything…'
    : 'Checking it with the network, without sending anything…';

/** Whether the network would carry the call out twice: only our records keep a second one away. */
export const isRepeatable = ({ kind }: ReadyCall): boolean => kind !== 'evm';

export const chainOfCall = (call: ReadyCall): ChainRef =>
  chainRefOf(call.kind === 'evm' ? call.chain_id : call.genesis_hash);
