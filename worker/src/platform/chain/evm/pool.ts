import { decodeFunctionResult, encodeFunctionData, erc20Abi, type Hex } from 'viem';
import * as z from 'zod';
import { insurancePaymentAbi } from '#domain/abi/insurance-payment.ts';
import { type Rpc, type RpcCall, understood } from '#domain/json-rpc.ts';
import { NATIVE_TOKEN } from '#domain/quote/typed-data.ts';
import type { PoolState } from '#worker/platform/chain/chain.ts';
import type { ChainConfig, CurrencyConfig } from '#worker/platform/chain/config.ts';

const abi = insurancePaymentAbi;

/** @param at `latest`, or a block's number in hexadecimal */
export const read = (to: string, data: Hex, at: Hex | 'latest' = 'latest'): RpcCall => ({
  method: 'eth_call',
  params: [{ to, data }, at],
});
export const integer = (answer: unknown) => BigInt(z.string().parse(answer));
export const bytes = (answer: unknown) => z.string().parse(answer) as Hex;

/** Calls that read the pool: the contract's own list, then its balance in each offered currency. */
export function poolCalls({ contract, currencies }: ChainConfig): RpcCall[] {
  const balanceOf = encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [contract] });
  return [
    read(contract, encodeFunctionData({ abi, functionName: 'currencies' })),
    ...currencies.map(({ token }) =>
      token ? read(token, balanceOf) : { method: 'eth_getBalance', params: [contract, 'latest'] },
    ),
  ];
}

/**
 * Decodes the answers to `poolCalls`: surplus in base units by symbol, and of each currency whether it is accepted and
 * what the contract pays for a dollar.
 */
export function decodePool({ currencies }: ChainConfig, answers: readonly unknown[]) {
  const [listed, ...balances] = answers;
  const list = decodeFunctionResult({ abi, functionName: 'currencies', data: bytes(listed) });
  const entry = ({ token }: CurrencyConfig) =>
    list.find((each) => each.token.toLowerCase() === (token ?? NATIVE_TOKEN));
  const amounts = currencies.map((each, index): [string, bigint] => {
    const free = integer(balances[index]) - (entry(each)?.owed ?? 0n);
    return [each.symbol, free > 0n ? free : 0n];
  });
  return {
    amounts: Object.fromEntries(amounts),
    accepts: (currency: CurrencyConfig) => entry(currency)?.accepted === true,
    perDollar: (currency: CurrencyConfig) => ({
      min: entry(currency)?.minPerDollar ?? 0n,
      max: entry(currency)?.maxPerDollar ?? 0n,
    }),
  };
}

/** The pool and the number of the newest block, in one request. */
export async function readPool(rpc: Rpc, config: ChainConfig): Promise<PoolState> {
  const [head, ...answers] = await rpc.all([{ method: 'eth_blockNumber', params: [] }, ...poolCalls(config)]);
  return understood(() => ({
    block: Number(integer(head)),
    amounts: decodePool(config, answers).amounts,
  }));
}
