import { type Address, erc20Abi, zeroAddress } from 'viem';
import { getBalance, readContract } from 'viem/actions';
import { insurancePaymentAbi } from '#domain/abi/insurance-payment.ts';
import { shortAddress } from '#domain/address.ts';
import { chainOf, loadDeployment } from '#web/lib/deployment.ts';
import type { PoolNow } from '#web/wallet/sender.ts';
import { publicClient } from './send.ts';

/** The pool of a currency in the contract that a transaction goes to; null if this site does not know it. */
export async function readPool(chainId: number, contract: string, symbol: string): Promise<PoolNow | null> {
  const chain = chainOf(await loadDeployment(), chainId);
  const currency = chain?.currencies.find((one) => one.symbol === symbol);
  if (!chain || !currency) return null;
  const client = publicClient(chain);
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
  return {
    title: `${symbol} pool of the contract ${shortAddress(contract)}`,
    symbol,
    decimals: currency.decimals,
    balance,
    owed,
    allowance: { daily: allowance, left: allowanceLeft },
  };
}
