import { decodeFunctionData, getAddress, type Hex } from 'viem';
import { insurancePaymentAbi } from '#domain/abi/insurance-payment.ts';
import { announcedPayout } from '#domain/payouts/announced.ts';
import { ANNOUNCED_PAYOUT, CALLS, type CallName } from './sentences.ts';
import { type Coin, type Shown, show, type Values } from './show.ts';

const isCall = (name: string): name is CallName => Object.hasOwn(CALLS, name);

/** The call in these bytes, with its arguments by name; null for anything but a call that changes the contract. */
function decoded(data: Hex): { name: CallName; values: Values } | null {
  try {
    const { functionName, args = [] } = decodeFunctionData({ abi: insurancePaymentAbi, data });
    const entry = insurancePaymentAbi.find(
      (each) => each.type === 'function' && each.name === functionName,
    ) as { inputs: readonly { name: string }[] };
    const list: readonly unknown[] = args;
    const values = Object.fromEntries(entry.inputs.map(({ name }, index) => [name, list[index]]));
    return isCall(functionName) ? { name: functionName, values } : null;
  } catch {
    return null;
  }
}

/** What a call of the contract does, in the words of its descriptor; null if the bytes are no call that has one. */
export function showCall(data: Hex, coins: readonly Coin[]): Shown | null {
  const found = decoded(data);
  if (found) return show(CALLS[found.name], found.values, coins, (inner) => showCall(inner, coins));
  const payout = announcedPayout(data);
  if (!payout) return null;
  const { usd: dollars, holder, ...values } = payout;
  return show(ANNOUNCED_PAYOUT, { ...values, dollars, holder: getAddress(holder) }, coins);
}
