import { type Address, getAddress, type Hex } from 'viem';
import type { Config } from 'wagmi';
import { getConnection } from 'wagmi/actions';
import type { DeployedChain } from '#web/lib/deployment.ts';
import { paymentError, WalletError } from '#web/wallet/errors.ts';
import { batchingOf, followCalls, sendBatch } from '#web/wallet/evm/batch.ts';
import type { Together } from '#web/wallet/sender.ts';
import type { PreparedCall } from './calls.ts';
import { inspectCall, madeBy, publicClient, requireAccount } from './send.ts';

/** Milliseconds between two looks, and after how many nothing is waited for that neither wallet nor chain shows. */
const LOOK_MS = 1_000;
const UNSEEN_MS = 120_000;

const PROBLEMS = {
  dropped: 'Your wallet dropped the request: nothing was sent, and no money has moved.',
  reverted: 'The contract refused all of it on chain, so nothing changed except for the fee.',
  partial: 'Your wallet carried out only a part of it, and the contract shows none of it so far.',
  lapsed: 'Your wallet has not sent this yet: the network knows nothing of it, so nothing has changed.',
} as const;

/** The chains on which the connected wallet carries out several calls as one. */
export async function evmBatching(config: Config, chains: readonly DeployedChain[]) {
  const { address } = getConnection(config);
  if (!address) return {};
  const found = chains.map(async ({ chain_id: chainId, ref }) => {
    const batching = await batchingOf(config, chainId, address);
    return batching === 'none' ? [] : [[ref, batching] as const];
  });
  return Object.fromEntries((await Promise.all(found)).flat());
}

/** Prepared calls of one chain, as one request of a wallet that carries out all of them or none (EIP-5792). */
export async function evmTogether(
  config: Config,
  calls: readonly [PreparedCall, ...PreparedCall[]],
): Promise<Together> {
  const chain = await inspectCall(calls[0]);
  for (const call of calls) {
    if ((await inspectCall(call)) !== chain) throw new WalletError('refused', 'These are on two networks.');
  }
  const client = publicClient(chain);
  const made = () => Promise.all(calls.map((call) => madeBy(client, call)));

  return {
    async send(account) {
      try {
        await requireAccount(config, chain, account);
      } catch (error) {
        throw paymentError(error);
      }
      const request = calls.map(({ to, data, value }) => ({
        to: getAddress(to),
        data: data as Hex,
        value: BigInt(value),
      }));
      const id = await sendBatch(config, chain.chain_id, getAddress(account), request);
      if (id !== null) return id;
      throw new WalletError('refused', 'Your wallet did not take these as one request. Nothing was sent.');
    },
    async follow(id) {
      const until = Date.now() + UNSEEN_MS;
      const known = async () => {
        const txHash = (await made()).find((hash) => hash !== null);
        if (txHash) return { status: 'sent', txHash } as const;
        return { status: Date.now() > until ? 'lapsed' : 'open' } as const;
      };
      const batch = { id, contracts: chain.contracts as Address[], known };
      const end = await followCalls(config, batch, LOOK_MS);
      if (end.status === 'sent') {
        // Each has its own event. Where a node does not search, the report of the call says whether it was in it.
        return { hashes: (await made()).map((hash) => hash ?? end.txHash), problem: null, open: false };
      }
      const open = end.status === 'lapsed' || end.status === 'partial';
      return { hashes: [], problem: PROBLEMS[end.status], open };
    },
  };
}
