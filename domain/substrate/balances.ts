/** What accounts hold. */
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { Blake2128Concat } from '@polkadot-api/substrate-bindings';
import * as z from 'zod';
import { type Rpc, understood } from '#domain/json-rpc.ts';
import { finalHead, type Place, storageCall } from './blocks.ts';
import { depositOf, type Runtime, runtimesAfter } from './runtime.ts';

/** blake2_128_concat of an account, after the prefix of System.Account. */
const ACCOUNT_PREFIX = '0x26aa394eea5630e07c48ae0c9558cef7b99d880ec681799c0cf30e8886371da9';
/** Storage key of what an account holds, and of its nonce. */
export const accountKey = (account: string) =>
  ACCOUNT_PREFIX + bytesToHex(Blake2128Concat(hexToBytes(account.slice(2))));

const accountShape = z.object({
  data: z.object({
    free: z.bigint(),
    reserved: z.bigint(),
    /** What locks hold; older runtimes call it by the other name. */
    frozen: z.bigint().optional(),
    misc_frozen: z.bigint().optional(),
  }),
});

/** Balances in base units at a finalized block. */
export interface Balances {
  at: Place;
  runtime: Runtime;
  /** Least that an account must hold to exist. */
  existential: bigint;
  /** By account, in order: null for one that doesn't exist. */
  accounts: readonly (Balance | null)[];
}

interface Balance {
  free: bigint;
  reserved: bigint;
  /** What it can pay and still exist. */
  spendable: bigint;
}

export async function readBalances(
  rpc: Rpc,
  genesis: string,
  accounts: readonly string[],
): Promise<Balances> {
  const at = await finalHead(rpc);
  const [[runtime], answers] = await Promise.all([
    runtimesAfter(rpc, genesis, [at.hash]),
    rpc.all(accounts.map((account) => storageCall(accountKey(account), at.hash))),
  ]);
  return understood(() => {
    if (!runtime) throw new RangeError('No runtime');
    const existential = depositOf(runtime);
    return {
      at,
      runtime,
      existential,
      accounts: answers.map((answer) => {
        const bytes = z.string().nullable().parse(answer);
        if (bytes === null) return null;
        const { data } = accountShape.parse(runtime.account(bytes));
        const { free, reserved } = data;
        const frozen = data.frozen ?? data.misc_frozen ?? 0n;
        const locked = frozen > reserved ? frozen - reserved : 0n;
        const kept = locked > existential ? locked : existential;
        return { free, reserved, spendable: free > kept ? free - kept : 0n };
      }),
    };
  });
}
