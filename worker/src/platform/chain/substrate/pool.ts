/** Whether payments to the recipient's account are safe, and what it holds. */
import * as z from 'zod';
import { type Rpc, understood } from '#domain/json-rpc.ts';
import { readBalances } from '#domain/substrate/balances.ts';
import { hashCall } from '#domain/substrate/blocks.ts';
import type { SalesStatus } from '#worker/platform/chain/chain.ts';
import type { SubstrateConfig } from '#worker/platform/chain/config.ts';

/** What the node says about the chain's coin; a node may say nothing. */
const propertiesShape = z.object({ tokenDecimals: z.unknown(), ss58Format: z.unknown() }).partial();
const one = (value: unknown): unknown => (Array.isArray(value) ? value[0] : value);
const differs = (said: unknown, configured: number) =>
  one(said) !== undefined && one(said) !== null && one(said) !== configured;

/** No contract bounds what is paid for a dollar. */
const NO_MAXIMUM = 2n ** 256n - 1n;

/** Whether payments to our recipient are safe now, and what it holds. */
export async function readSalesStatus(rpc: Rpc, config: SubstrateConfig): Promise<SalesStatus> {
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
