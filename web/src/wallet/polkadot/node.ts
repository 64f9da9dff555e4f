import { ApiPromise, WsProvider } from '@polkadot/api';
import type { SubmittableExtrinsic } from '@polkadot/api/types';
import type {} from '@polkadot/api-augment';
import type { u128 } from '@polkadot/types';
import type { PalletBalancesAccountData } from '@polkadot/types/lookup';
import { stringToHex } from '@polkadot/util';
import type { DeployedSubstrate } from '#web/lib/deployment.ts';
import { answered } from '#web/wallet/answered.ts';
import { hasCode, isInsufficientFunds, WalletError } from '#web/wallet/errors.ts';
import type { Blocks } from '#web/wallet/payments.ts';
import type { Account } from './account.ts';

/** Blocks for which a signed transaction is valid. */
const ERA = 64;
/** Milliseconds that the node may take to answer at first. */
const CONNECT_MS = 15_000;

/** The chain whose node is asked. */
export type NodeOf = Pick<DeployedSubstrate, 'name' | 'rpc_url' | 'genesis_hash'>;

export type Transaction = SubmittableExtrinsic<'promise'>;

/** A signed transaction that nobody has seen yet. */
export interface Signed {
  transaction: Transaction;
  hash: `0x${string}`;
  blocks: Blocks;
}

/** Where a transaction ended up. */
export interface Found {
  status: 'mined' | 'reverted';
  block: number;
}

const rejected = (error: unknown) =>
  /cancel|reject|denied|declined/i.test(error instanceof Error ? error.message : String(error));

/** Connects to the chain's node, and makes sure that it is that chain; throws WalletError. */
export async function openNode(chain: NodeOf) {
  const provider = new WsProvider(chain.rpc_url.replace(/^http/, 'ws'));
  const api = new ApiPromise({ provider, noInitWarn: true });
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new WalletError('other', `${chain.name} does not answer.`)), CONNECT_MS);
  });
  try {
    await Promise.race([api.isReadyOrError, late]);
    if (api.genesisHash.toHex() !== chain.genesis_hash) {
      throw new WalletError('refused', `The node of ${chain.name} belongs to another network.`);
    }
  } catch (error) {
    await api.disconnect().catch(() => undefined);
    if (error instanceof WalletError) throw error;
    throw new WalletError('other', `${chain.name} does not answer.`, { cause: error });
  } finally {
    clearTimeout(timer);
  }
  return nodeOf(api);
}

/** What an account may not spend. Older runtimes tell it in two figures, of which the larger counts. */
function frozenOf(data: PalletBalancesAccountData): bigint {
  const older = data as unknown as { miscFrozen?: u128; feeFrozen?: u128 };
  const figures = [data.frozen as u128 | undefined, older.miscFrozen, older.feeFrozen];
  return figures.reduce((most, next) => (next && next.toBigInt() > most ? next.toBigInt() : most), 0n);
}

function nodeOf(api: ApiPromise) {
  const deposit = (): bigint => api.consts.balances.existentialDeposit.toBigInt();

  return {
    /** The least that an account must keep, in base units. */
    deposit,

    /** What an account could spend if it need not stay alive, in base units. */
    async balance(address: string): Promise<bigint> {
      const { data } = await api.query.system.account(address);
      const frozen = frozenOf(data);
      const least = deposit();
      return data.free.toBigInt() - (frozen > least ? frozen - least : 0n);
    },

    /** A transfer that keeps its sender alive, with a remark (text, or 32 bytes as hex), both or neither. */
    transfer(recipient: string, amount: bigint, remark: string): Transaction {
      const bytes = /^0x[0-9a-f]{64}$/i.test(remark) ? remark : stringToHex(remark);
      return api.tx.utility.batchAll([
        api.tx.balances.transferKeepAlive(recipient, amount),
        api.tx.system.remarkWithEvent(bytes),
      ]);
    },

    /** The expected fee in base units. */
    async fee(transaction: Transaction, address: string): Promise<bigint> {
      return (await transaction.paymentInfo(address)).partialFee.toBigInt();
    },

    /** Asks the wallet to sign. Nothing is sent. Throws WalletError. */
    async sign(transaction: Transaction, from: Account): Promise<Signed> {
      try {
        const { account, signer } = await from.signing();
        const signed = await answered(
          transaction.signAsync(account, { era: ERA, ...(signer ? { signer } : {}) }),
        );
        const head = (await api.rpc.chain.getHeader()).number.toNumber();
        const era = signed.era.asMortalEra;
        return {
          transaction: signed,
          hash: signed.hash.toHex(),
          blocks: { from: era.birth(head), to: era.death(head) },
        };
      } catch (error) {
        if (error instanceof WalletError) throw error;
        if (rejected(error)) {
          throw new WalletError('rejected', 'Transaction was cancelled by user', { cause: error });
        }
        const message = error instanceof Error && error.message ? error.message : 'Payment failed.';
        throw new WalletError('refused', message, { cause: error });
      }
    },

    /**
     * Sends a signed transaction. Throws WalletError if the network refused it. Without an answer it may be on its way,
     * which following it will show.
     */
    async send({ transaction }: Signed): Promise<void> {
      try {
        await api.rpc.author.submitExtrinsic(transaction);
      } catch (error) {
        const message = error instanceof Error ? error.message : '';
        if (isInsufficientFunds(error) || /inability to pay/i.test(message)) {
          throw new WalletError('insufficient_funds', 'Insufficient funds for this transaction', {
            cause: error,
          });
        }
        // The codes of a transaction pool that did not take it; 1013 means that it has it already.
        const refused = [1010, 1011, 1012, 1014, 1015, 1016, 1018].some((code) => hasCode(error, code));
        if (!refused && !/^101[0124568]:/.test(message)) return;
        throw new WalletError('refused', `The network refused the transaction. ${message}`, { cause: error });
      }
    },

    /** The number of the newest finalized block. */
    async finalized(): Promise<number> {
      const hash = await api.rpc.chain.getFinalizedHead();
      return (await api.rpc.chain.getHeader(hash)).number.toNumber();
    },

    /** The number of the newest block, which can still be replaced. */
    best: async (): Promise<number> => (await api.rpc.chain.getHeader()).number.toNumber(),

    /** A transaction in the block `number`; null if it is not there. */
    async find(hash: string, number: number): Promise<Found | null> {
      const blockHash = await api.rpc.chain.getBlockHash(number);
      const { block } = await api.rpc.chain.getBlock(blockHash);
      const index = block.extrinsics.findIndex((one) => one.hash.toHex() === hash);
      if (index < 0) return null;
      const events = await (await api.at(blockHash)).query.system.events();
      const own = events.filter(
        ({ phase }) => phase.isApplyExtrinsic && phase.asApplyExtrinsic.toNumber() === index,
      );
      // An interrupted batch reports success, so both are a failure.
      const failed = own.some(
        ({ event }) =>
          api.events.system.ExtrinsicFailed.is(event) || api.events.utility.BatchInterrupted.is(event),
      );
      return { status: failed ? 'reverted' : 'mined', block: number };
    },

    close: () => api.disconnect(),
    api,
  };
}

export type Node = Awaited<ReturnType<typeof openNode>>;
