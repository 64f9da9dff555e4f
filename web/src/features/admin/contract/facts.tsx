import { useQuery } from '@tanstack/react-query';
import * as chainsApi from '#domain/admin/chains-api.ts';
import type { RelayAccount } from '#domain/admin/relay-schema.ts';
import { cutDown, formatAmount, formatDecimal, formatUsd } from '#domain/money.ts';
import { ShortMoment, words } from '#web/features/admin/parts/cells.tsx';
import { adminApi } from '#web/features/admin/queries.ts';
import type { DeployedChain } from '#web/lib/deployment.ts';
import { formatCount } from '#web/lib/format.ts';
import { Card } from '#web/ui/card.tsx';
import { Section } from '#web/ui/section.tsx';
import { LoadError, Notice } from '#web/ui/states.tsx';
import { Badge, FactList, type FactRow, LongHash } from '#web/ui/values.tsx';

import type { ContractState, PoolCurrency } from '#web/wallet/contract.ts';

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

/** A time of the chain, which counts seconds since 1970. */
export const iso = (seconds: number) => new Date(seconds * 1000).toISOString();

/** Seconds as days or hours, exact on local chains with their shorter delays. */
export function duration(seconds: number): string {
  if (seconds % 86_400 === 0 && seconds > 0) return seconds === 86_400 ? '1 day' : `${seconds / 86_400} days`;
  if (seconds % 3_600 === 0 && seconds > 0) return seconds === 3_600 ? '1 hour' : `${seconds / 3_600} hours`;
  return `${formatCount(seconds)} s`;
}

/** Whether sales are open and payouts work, as of which block. */
export function Standing({ state }: { state: ContractState }) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1.5 text-[0.8125rem]">
      <span>
        {state.chain.name} · <LongHash text={state.contract} copy="Copy address" />
      </span>
      {state.paused ? (
        <Badge variant="destructive">Sales paused</Badge>
      ) : (
        <Badge variant="default">Sales open</Badge>
      )}
      {state.haltedUntil === null ? (
        <Badge variant="default">Payouts work</Badge>
      ) : (
        <>
          <Badge variant="destructive">Payouts halted</Badge>
          <span className="text-coral">
            until <ShortMoment at={iso(state.haltedUntil)} />
          </span>
        </>
      )}
      <span className="figures text-muted">
        Block {formatCount(state.block)}, read from the chain by this browser
      </span>
    </div>
  );
}

export function Pool({ currencies }: { currencies: readonly PoolCurrency[] }) {
  return (
    <div className="grid gap-4 md:grid-cols-2 xl:grid-cols-3">
      {currencies.map((currency) => {
        const shown = (units: bigint) => formatAmount(units, currency.decimals, currency.symbol);
        return (
          <Card key={currency.token} className="p-4">
            <div className="mb-2 flex items-center justify-between gap-3">
              <h3 className="text-sm font-semibold tracking-normal">{currency.symbol} pool</h3>
              <Badge variant={currency.isOffered ? 'default' : 'outline'}>
                {currency.isOffered ? 'Offered' : currency.accepted ? 'Not offered' : 'Closed'}
              </Badge>
            </div>
            {currency.accepted && !currency.isOffered && (
              <p className="mb-2 text-[0.8125rem] text-muted">
                The contract accepts it, but customers cannot choose it: this site does not sell in it.
              </p>
            )}
            <FactList
              dense
              rows={[
                ['Balance', <strong key="balance">{shown(currency.balance)}</strong>],
                ['Owed', shown(currency.owed)],
                ['Reserve', shown(currency.minimumReserve)],
                ['Free capital', shown(currency.freeCapital)],
                ['Allowance', `${formatUsd(currency.allowance)} a day`],
                ['Left now', formatUsd(currency.allowanceLeft)],
                ['Bounds', `${shown(currency.minPerDollar)} – ${shown(currency.maxPerDollar)} per dollar`],
              ]}
            />
          </Card>
        );
      })}
    </div>
  );
}

/** Who holds which role. */
export const rolesOf = ({ roles, recovery }: ContractState): FactRow[] => [
  ...roles.map(
    ({ role, holder }): FactRow => [
      words(role),
      holder === null ? (
        <span key={role} className="text-coral">
          Revoked
        </span>
      ) : (
        <LongHash key={role} text={holder} copy="Copy address" />
      ),
    ],
  ),
  [
    'Recovery address',
    recovery === null ? 'None' : <LongHash key="recovery" text={recovery} copy="Copy address" />,
  ],
];

export const delaysOf = ({ delays }: ContractState): FactRow[] => [
  ['Announcements', duration(delays.announcement)],
  ['New guardian', duration(delays.guardian)],
  ['Recovery', duration(delays.recovery)],
  ['Change of holder', duration(delays.holderChange)],
  ['After an objection', duration(delays.contestedHolderChange)],
];
