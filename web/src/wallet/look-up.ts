import type { PlaceNode } from '#domain/audit/without-contract.ts';
import { substrateKey } from '#domain/ss58.ts';
import { type DeployedSubstrate, loadDeployment } from '#web/lib/deployment.ts';
import { loadPart } from '#web/lib/load-part.ts';
import type { LookUp, PaymentReading } from './registry.ts';

/** Looks up a policy id in the contracts of all our chains, or only on `chainId`. Needs no wallet. */
export async function lookUpPolicy(
  quoteId: `0x${string}`,
  now: number,
  options: { chainId?: number | string | undefined; signal?: AbortSignal } = {},
): Promise<LookUp> {
  return (await loadPart(() => import('./evm/registry.ts'))).lookUpPolicy(quoteId, now, options);
}

/** The network of this site that has no contract, so that a policy is looked up by its payment's block; null without one. */
export const networkWithoutContract = async () => (await loadDeployment()).substrate;

/** Reads finalized blocks of that network, straight from its node. Needs no wallet. */
export async function readPaymentBlocks(numbers: readonly number[], each?: (done: number) => void) {
  const chain = await networkWithoutContract();
  if (chain === null) throw new Error('This site has no such network.');
  const { readBlocks } = await loadPart(() => import('./polkadot/registry.ts'));
  return { chain, blocks: await readBlocks(chain, numbers, each) };
}

export const accountsOf = ({ recipients }: DeployedSubstrate): string[] =>
  recipients.flatMap((account) => substrateKey(account) ?? []);

/** The nodes at which this site's records of chains without a contract can be checked: at most one. */
export async function placeNodes(): Promise<PlaceNode[]> {
  const chain = await networkWithoutContract();
  if (chain === null) return [];
  const { ref, decimals } = chain;
  const registry = await loadPart(() => import('./polkadot/registry.ts'));
  return [
    {
      ref,
      decimals,
      accounts: accountsOf(chain),
      read: (numbers, each) => registry.readBlocks(chain, numbers, each),
    },
  ];
}

export async function lookUpPayment(quoteId: string, number: number): Promise<PaymentReading> {
  const { chain, blocks } = await readPaymentBlocks([number]);
  const block = blocks.get(number) ?? null;
  const ours = accountsOf(chain);
  const payment = block?.payments.find(
    ({ to, remark }) => ours.includes(to) && remark?.kind === 'purchase' && remark.quoteId === quoteId,
  );
  return { chain, block, payment: payment ?? null };
}
