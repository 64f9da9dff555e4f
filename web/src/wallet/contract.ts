/** The contract of a chain that has one, for the desk: what it says, what can be called, and in which words. */
import { loadPart } from '#web/lib/load-part.ts';
import type { ChainState, Powers } from './evm/contract/state.ts';

export type { ContractCall, PreparedCall } from './evm/contract/calls.ts';
export type { TokenFacts } from './evm/contract/facts.ts';
export { CHAIN_ROLES, type ChainRole } from './evm/contract/roles.ts';
export type { Announced, PoolCurrency } from './evm/contract/state.ts';

/** What a contract says now, and who may call what. */
export type ContractState = ChainState & { powers: Powers };

export const contractCalls = () => loadPart(() => import('./evm/contract/calls.ts'));

export const contractReads = async () => ({
  ...(await loadPart(() => import('./evm/contract/state.ts'))),
  ...(await loadPart(() => import('./evm/contract/token.ts'))),
});
