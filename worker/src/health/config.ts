import type { ConfigAnswer } from '../../../domain/health/schema.ts';
import { shownAddress } from '../chain/address.ts';
import type { Ctx } from '../context.ts';

/** What this deployment offers, for clients that want to pay. */
export function readConfig(ctx: Ctx): ConfigAnswer {
  return {
    environment: ctx.settings.environment,
    chains: ctx.settings.chains.map(({ chain_id, key, name, contract, confirmations, currencies }) => ({
      chain_id,
      key,
      name,
      contract: shownAddress('evm', contract),
      confirmations,
      currencies: currencies.map(({ symbol, decimals, token }) => ({
        symbol,
        decimals,
        token: token && shownAddress('evm', token),
      })),
    })),
    substrate: null,
    demo: null,
  };
}
