/** The contract of a chain that has one, for the desk: what it says, what can be called, and in which words. */
import { loadPart } from '#web/lib/load-part.ts';
import type { PreparedCall } from './evm/contract/calls.ts';

export type { ContractCall, CurrencyConfig, PreparedCall } from './evm/contract/calls.ts';
export type { TokenFacts } from './evm/contract/facts.ts';
export { CHAIN_ROLES, type ChainRole } from './evm/contract/roles.ts';
export type { Announced, ContractState, PoolCurrency } from './evm/contract/state.ts';

export const contractCalls = () => loadPart(() => import('./evm/contract/calls.ts'));

export const contractReads = async () => ({
  ...(await loadPart(() => import('./evm/contract/state.ts'))),
  ...(await loadPart(() => import('./evm/contract/token.ts'))),
});

/** A call that was announced as these bytes, ready to be executed. */
export const executionOf = (chainId: number, contract: string, data: string): PreparedCall => ({
  kind: 'evm',
  chain_id: chainId,
  to: contract,
  data,
  value: '0',
});
