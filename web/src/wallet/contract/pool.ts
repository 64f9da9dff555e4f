import { type Address, erc20Abi, zeroAddress } from 'viem';
import { getBalance, readContract } from 'viem/actions';
import { insurancePaymentAbi } from '../../../../domain/abi/insurance-payment.ts';
import { chainOf, loadDeployment } from '../../lib/deployment.ts';
import { readingClient } from './send.ts';

/** One currency of a contract's pool, now. Amounts are base units; dollars are whole. */
export interface PoolNow {
  symbol: string;
  decimals: number;
  balance: bigint;
  owed: bigint;
  allowance: number;
  allowanceLeft: number;
}

/** The pool of a currency in the contract that a transaction goes to; null if this site does not know it. */
export async function readPool(chainId: number, contract: string, symbol: string): Promise<PoolNow | null> {
  const chain = chainOf(await loadDeployment(), chainId);
  const currency = chain?.currencies.find((one) => one.symbol === symbol);
  if (!chain || !currency) return null;
  const client = readingClient(chain);
  const address = contract as Address;
  const token = (currency.token ?? zeroAddress) as Address;
  const [list, balance] = await Promise.all([
    readContract(client, { abi: insurancePaymentAbi, address, functionName: 'currencies' }),
    token === zeroAddress
      ? getBalance(client, { address })
      : readContract(client, { abi: erc20Abi, address: token, functionName: 'balanceOf', args: [address] }),
  ]);
  const listed = list.find((one) => one.token.toLowerCase() === token.toLowerCase());
  if (!listed) return null;
  const { owed, allowance, allowanceLeft } = listed;
  return { symbol, decimals: currency.decimals, balance, owed, allowance, allowanceLeft };
}
