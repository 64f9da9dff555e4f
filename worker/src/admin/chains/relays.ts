import * as adminChainsApi from '#domain/admin/chains-api.ts';
import { GAS_A_DAY } from '#domain/relay/bounds.ts';
import { shownWallet } from '#worker/platform/chain/address.ts';
import { isoOf } from '#worker/platform/context.ts';
import { readRelays } from '#worker/platform/db/relays.ts';
import { serve } from '#worker/platform/http/serve.ts';
import { spentSince } from './repository.ts';

/** Each chain's relay account with its last 24 hours; none where no chain has a relay. */
export const readRelayAccounts = serve(adminChainsApi.listRelays, async (ctx) => {
  const since = isoOf(Math.floor(ctx.clock() / 1000) - 86_400);
  const offered = new Set(ctx.settings.chains.map(({ chain_id }) => String(chain_id)));
  const relays = (await readRelays(ctx.db)).filter((relay) => offered.has(relay.chain_id));
  return Promise.all(
    relays.map(async (relay) => {
      const spent = await spentSince(ctx.db, relay.chain_id, since);
      return {
        ...spent,
        ...relay,
        chain_id: Number(relay.chain_id),
        account: shownWallet(ctx.settings, relay.account),
        gas_a_day: GAS_A_DAY,
        fees_usd_micros: spent.fees,
      };
    }),
  );
});
