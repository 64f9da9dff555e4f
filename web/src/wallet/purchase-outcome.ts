import { type Address, type Client, getAbiItem, type Hex } from 'viem';
import { getBlock, getBlockNumber, getLogs, readContract } from 'viem/actions';
import { insurancePaymentAbi } from '../../../domain/abi/insurance-payment.ts';

/** A quote that may have been bought, and the contract that would know. */
export interface Purchase {
  quoteId: Hex;
  contract: Address;
  /** Second since 1970 after which the contract refuses the quote; null where it is not known. */
  validUntil: number | null;
}

/** How far back a purchase is looked for, in blocks: more than a quote's half hour on any of our chains. */
const LOOK_BACK = 5_000n;
/** Seconds beyond a quote's end before it counts as lapsed: nodes behind one address can differ by some blocks. */
const LAPSE_AFTER = 120n;

const PURCHASED = getAbiItem({ abi: insurancePaymentAbi, name: 'PolicyPurchased' });

/** Whether the registry knows this quote as a policy: it was paid then, by whatever transaction. */
export async function isBought(
  client: Client,
  { contract, quoteId }: Pick<Purchase, 'contract' | 'quoteId'>,
): Promise<boolean> {
  const policy = await readContract(client, {
    address: contract,
    abi: insurancePaymentAbi,
    functionName: 'policyOf',
    args: [quoteId],
  });
  return policy.status !== 0;
}

/** The transaction that bought the quote, newest first; null when a node does not let one search for it. */
export async function purchaseHash(client: Client, { contract, quoteId }: Purchase): Promise<Hex | null> {
  try {
    const head = await getBlockNumber(client, { cacheTime: 0 });
    const fromBlock = head > LOOK_BACK ? head - LOOK_BACK : 0n;
    const logs = await getLogs(client, { address: contract, event: PURCHASED, args: { quoteId }, fromBlock });
    return logs.at(-1)?.transactionHash ?? null;
  } catch {
    return null;
  }
}

/** What the chain alone says of a quote: bought, not bought and never to be any more (`lapsed`), or neither yet. */
export async function outcomeOf(client: Client, purchase: Purchase): Promise<'bought' | 'lapsed' | 'open'> {
  const { timestamp } = await getBlock(client, { blockTag: 'latest' });
  // The clock is read first: a purchase in a block between the two reads then still shows.
  if (await isBought(client, purchase)) return 'bought';
  const { validUntil } = purchase;
  return validUntil !== null && timestamp > BigInt(validUntil) + LAPSE_AFTER ? 'lapsed' : 'open';
}
