import { type AbiEvent, type Address, type Client, getAbiItem, type Hex } from 'viem';
import { getBlock, getBlockNumber, getLogs, readContract } from 'viem/actions';
import { insurancePaymentAbi as abi } from '#domain/abi/insurance-payment.ts';

/** A quote that may have been bought, and the contracts of its chain. Only one of them can know it. */
export interface Purchase {
  quoteId: Hex;
  contracts: readonly Address[];
  /** Second since 1970 after which the contract rejects the quote; null if unknown. */
  validUntil: number | null;
}

/** How many blocks back to search for a purchase: more than a quote's half hour on any of our chains. */
const LOOK_BACK = 5_000n;
/** Seconds after a quote's end before it counts as lapsed, since nodes behind one address can differ by some blocks. */
const LAPSE_AFTER = 120n;

/** Whether the registry has a policy for this quote, which means that some transaction paid for it. */
export async function isBought(
  client: Client,
  { contracts, quoteId }: Pick<Purchase, 'contracts' | 'quoteId'>,
): Promise<boolean> {
  const policies = await Promise.all(
    contracts.map((address) =>
      readContract(client, { address, abi, functionName: 'policyOf', args: [quoteId] }),
    ),
  );
  return policies.some(({ status }) => status !== 0);
}

type Trace = 'PolicyPurchased' | 'ClaimPaid' | 'PremiumRefunded';

/**
 * The newest transaction with this event of the quote; null if there is none, or the node does not allow the search.
 * @param fits which of the quote's events counts
 */
export async function traceHash(
  client: Client,
  { contracts, quoteId }: Pick<Purchase, 'contracts' | 'quoteId'>,
  name: Trace,
  fits: (args: Readonly<Record<string, unknown>>) => boolean = () => true,
): Promise<Hex | null> {
  try {
    const head = await getBlockNumber(client, { cacheTime: 0 });
    const fromBlock = head > LOOK_BACK ? head - LOOK_BACK : 0n;
    const address = [...contracts];
    const event: AbiEvent = getAbiItem({ abi, name });
    const logs = await getLogs(client, { address, event, args: { quoteId }, fromBlock });
    const found = logs.filter(({ args }) => fits(args as Record<string, unknown>));
    return found.at(-1)?.transactionHash ?? null;
  } catch {
    return null;
  }
}

/** The transaction that bought the quote; null if the node does not allow the search. */
export const purchaseHash = (client: Client, purchase: Purchase) =>
  traceHash(client, purchase, 'PolicyPurchased');

/** What the chain says about a quote: bought, can no longer be bought (`lapsed`), or still open. */
export async function outcomeOf(client: Client, purchase: Purchase): Promise<'bought' | 'lapsed' | 'open'> {
  const { timestamp } = await getBlock(client, { blockTag: 'latest' });
  // The clock is read first, so that a purchase between the two reads is still found.
  if (await isBought(client, purchase)) return 'bought';
  const { validUntil } = purchase;
  return validUntil !== null && timestamp > BigInt(validUntil) + LAPSE_AFTER ? 'lapsed' : 'open';
}
