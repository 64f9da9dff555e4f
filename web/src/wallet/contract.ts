/** The contract of a chain that has one, for the desk: what it says, what can be called, and in which words. */
import { loadDeployment } from '#web/lib/deployment.ts';
import { loadedOnce, loadPart } from '#web/lib/load-part.ts';
import type { ChainState, Powers } from './evm/contract/state.ts';

export type { ContractCall, PreparedCall } from './evm/contract/calls.ts';
export type { TokenFacts } from './evm/contract/facts.ts';
export { CHAIN_ROLES, type ChainRole } from './evm/contract/roles.ts';
export type { PoolCurrency } from './evm/contract/state.ts';

/** What a contract says now, and who may call what. */
export type ContractState = ChainState & { powers: Powers };

export const contractCalls = () => loadPart(() => import('./evm/contract/calls.ts'));

export const contractReads = async () => ({
  ...(await loadPart(() => import('./evm/contract/state.ts'))),
  ...(await loadPart(() => import('./evm/contract/token.ts'))),
});

/** Who may call what never changes, so it is read once for each contract. */
const powers = new Map<string, () => Promise<Powers>>();

/** Everything about one contract, straight from its chain's node, without our servers. */
export async function readContract(chainId: number, contract: string): Promise<ContractState> {
  const [{ chains }, reads] = await Promise.all([loadDeployment(), contractReads()]);
  const chain = chains.find(({ chain_id }) => chain_id === chainId);
  if (!chain) throw new Error('This site does not know that network.');
  const place = `${chainId}:${contract}`;
  const known = powers.get(place) ?? loadedOnce(() => reads.readPowers(chain, contract));
  powers.set(place, known);
  const [state, own] = await Promise.all([reads.readContractState(chain, contract), known()]);
  return { ...state, powers: own };
}
