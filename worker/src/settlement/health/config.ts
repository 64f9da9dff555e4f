import { DEMO_ADMIN_EMAIL } from '#domain/admin/demo.ts';
import * as healthApi from '#domain/health/api.ts';
import type { ConfigAnswer } from '#domain/health/schema.ts';
import { shownWallet } from '#worker/platform/chain/address.ts';
import type { Ctx } from '#worker/platform/context.ts';
import { type RelayRow, readRelays } from '#worker/platform/db/relays.ts';
import { serve } from '#worker/platform/http/serve.ts';
import { isLocal, isPriced } from '#worker/platform/settings.ts';

/** What this deployment offers to clients that want to pay. */
export const readConfig = serve(healthApi.getConfig, async (ctx) => {
  const offered = new Set(
    (await relaysIn(ctx)).filter((relay) => relay.offered).map((relay) => relay.chain_id),
  );
  return {
    environment: ctx.settings.environment,
    chains: ctx.settings.chains.map(
      ({ chain_id, key, name, contract, earlier_contracts, confirmations, currencies }) => ({
        chain_id,
        key,
        name,
        contract: shownWallet(ctx.settings, contract),
        contracts: [contract, ...earlier_contracts.map(({ address }) => address)].map((each) =>
          shownWallet(ctx.settings, each),
        ),
        confirmations,
        currencies: currencies.map(({ symbol, decimals, token, authorization }) => ({
          symbol,
          decimals,
          token: token && shownWallet(ctx.settings, token),
          authorization: authorization && { relay: offered.has(String(chain_id)) },
        })),
      }),
    ),
    substrate: substrateOn(ctx),
    demo: demoAdministrator(ctx),
  };
});

/** Without a database nothing is relayed, but everything else is on offer. */
const relaysIn = (ctx: Ctx): Promise<RelayRow[]> =>
  ctx.settings.relays ? readRelays(ctx.db).catch(() => []) : Promise.resolve([]);

/** The Substrate chain, if its coin has a rate: without one nothing can be priced. */
function substrateOn({ settings }: Ctx): ConfigAnswer['substrate'] {
  const { substrate } = settings;
  if (!substrate || !isPriced(settings, substrate)) return null;
  const { genesis_hash, recipient, symbol, decimals } = substrate;
  return { genesis_hash, recipient: shownWallet(settings, recipient), symbol, decimals };
}

/** The administrator that `npm start` created. Null on any other deployment or for a request from another machine. */
function demoAdministrator({ settings, url }: Ctx): ConfigAnswer['demo'] {
  const password = settings.demoAdminPassword;
  if (password === null || !isLocal(settings, url)) return null;
  return { admin_email: DEMO_ADMIN_EMAIL, admin_password: password };
}
