/** The recipient's account: what it holds, and whether payments to it are safe. */

import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { Blake2128Concat } from '@polkadot-api/substrate-bindings';
import * as z from 'zod';
import type { Intake } from '../chain.ts';
import type { SubstrateConfig } from '../config.ts';
import { type Rpc, understood } from '../rpc.ts';
import { finalHead, hashCall, type Place, storageCall } from './blocks.ts';
import { type Runtime, runtimesAfter } from './metadata.ts';

/** blake2_128_concat of an account, after the prefix of System.Account. */
const ACCOUNT_PREFIX = '0x26aa394eea5630e07c48ae0c9558cef7b99d880ec681799c0cf30e8886371da9';
const accountKey = (account: string) =>
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

export interface Balance {
  free: bigint;
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
    const existential = z.bigint().parse(runtime.constant('Balances', 'ExistentialDeposit'));
    return {
      ...{ at, runtime, existential },
      accounts: answers.map((answer) => {
        const bytes = z.string().nullable().parse(answer);
        if (bytes === null) return null;
        const { data } = accountShape.parse(runtime.account(bytes));
        const { free, reserved } = data;
        const frozen = data.frozen ?? data.misc_frozen ?? 0n;
        const locked = frozen > reserved ? frozen - reserved : 0n;
        const kept = locked > existential ? locked : existential;
        return { free, spendable: free > kept ? free - kept : 0n };
      }),
    };
  });
}

/** What the node says about the chain's coin; a node may say nothing. */
const propertiesShape = z.object({ tokenDecimals: z.unknown(), ss58Format: z.unknown() }).partial();
const one = (value: unknown): unknown => (Array.isArray(value) ? value[0] : value);
const differs = (said: unknown, configured: number) =>
  one(said) !== undefined && one(said) !== null && one(said) !== configured;

/** No contract bounds what is paid for a dollar. */
const NO_MAXIMUM = 2n ** 256n - 1n;

/** Whether payments to our recipient are safe now, and what it holds. */
export async function readIntake(rpc: Rpc, config: SubstrateConfig): Promise<Intake> {
  const [[genesis, properties], { accounts, runtime, existential }] = await Promise.all([
    rpc.all([hashCall(0), { method: 'system_properties', params: [] }]),
    readBalances(rpc, config.genesis_hash, [config.recipient]),
  ]);
  return understood(() => {
    const said = propertiesShape.parse(properties ?? {});
    const balance = accounts[0] ?? null;
    const problems: [string, boolean][] = [
      ['The node serves another chain', z.string().parse(genesis).toLowerCase() !== config.genesis_hash],
      ["The recipient's account does not exist", balance === null || balance.free < existential],
      [`${config.symbol} has other decimals than configured`, differs(said.tokenDecimals, config.decimals)],
      [
        'The addresses of the chain have another prefix than configured',
        differs(said.ss58Format ?? runtime.constant('System', 'SS58Prefix'), config.ss58_prefix),
      ],
    ];
    return {
      problem: problems.find(([, holds]) => holds)?.[0] ?? null,
      pool: { [config.symbol]: balance?.spendable ?? 0n },
      perDollar: { min: 0n, max: NO_MAXIMUM },
    };
  });
}
