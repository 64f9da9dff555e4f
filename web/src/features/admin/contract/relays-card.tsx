import { useQuery } from '@tanstack/react-query';
import * as chainsApi from '#domain/admin/chains-api.ts';
import type { RelayAccount } from '#domain/admin/relay-schema.ts';
import { cutDown, formatAmount, formatDecimal } from '#domain/money.ts';
import { ShortMoment } from '#web/features/admin/parts/cells.tsx';
import { adminApi } from '#web/features/admin/queries.ts';
import type { DeployedChain } from '#web/lib/deployment.ts';
import { formatCount } from '#web/lib/format.ts';
import { Badge } from '#web/ui/badge.tsx';
import { LongHash } from '#web/ui/chain.tsx';
import { FactList } from '#web/ui/fact-list.tsx';
import { LoadError } from '#web/ui/load-error.tsx';
import { Section } from '#web/ui/section.tsx';
import { Notice } from '#web/ui/states.tsx';

/** Milliseconds between two reads of the contract while its screen is open. */
export const REFRESH_MS = 20_000;

/** The accounts that send purchases for customers without coins. */
const relaysQuery = adminApi.query(chainsApi.listRelays, {}, { refetchInterval: REFRESH_MS });

/** Fees are often less than a cent, so a sum keeps four decimals. */
const dollars = (micros: number) => `$${formatDecimal(micros / 1_000_000, 4)}`;

function Relay({ relay, chain }: { relay: RelayAccount; chain: DeployedChain }) {
  const coin = chain.currencies.find(({ token }) => token === null);
  const { decimals, symbol } = coin ?? { decimals: 0, symbol: 'base units' };
  const inCoins = (units: string) => formatAmount(cutDown(BigInt(units), decimals), decimals, symbol);
  return (
    <Section
      title={`Relay on ${chain.name}`}
      dense
      actions={
        <Badge variant={relay.offered ? 'default' : 'destructive'}>
          {relay.offered ? 'Offered' : 'Balance low'}
        </Badge>
      }
    >
      <p className="mb-3 max-w-prose text-[0.8125rem] text-muted">
        This account sends purchases for customers who pay in tokens and hold no coins. It can spend its own
        coins and nothing else.
      </p>
      {!relay.offered && (
        <div className="mb-3">
          <Notice tone="waiting">
            It holds less than ten purchases cost at the present fee, so customers pay the fee from their own
            wallets. Send it coins to offer this again.
          </Notice>
        </div>
      )}
      <div className="@container">
        <FactList
          dense
          rows={[
            ['Account', <LongHash key="account" text={relay.account} copy="Copy address" />],
            ['Balance', inCoins(relay.balance)],
            ['Offered from', inCoins(relay.minimum)],
            ['Checked', <ShortMoment key="checked" at={relay.checked_at} />],
            ['Purchases in 24 hours', formatCount(relay.purchases)],
            ['Gas in 24 hours', `${formatCount(relay.gas)} of ${formatCount(relay.gas_a_day)}`],
            ['Network fees in 24 hours', dollars(relay.fees_usd_micros)],
          ]}
        />
      </div>
    </Section>
  );
}

/** Balance and spending of each chain's relay account; nothing where no chain has one. */
export function RelayCards({ chains }: { chains: readonly DeployedChain[] }) {
  const query = useQuery(relaysQuery);
  if (query.error && !query.data) return <LoadError title="Failed to load the relays" small query={query} />;
  return query.data?.map((relay) => {
    const chain = chains.find(({ chain_id: id }) => id === relay.chain_id);
    return chain && <Relay key={relay.chain_id} relay={relay} chain={chain} />;
  });
}
