import { useQuery } from '@tanstack/react-query';
import * as chainsApi from '#domain/admin/chains-api.ts';
import type { RelayAccount } from '#domain/admin/relay-schema.ts';
import { cutDown, formatAmount, formatDecimal, formatUsd } from '#domain/money.ts';
import { Table, TableCard } from '#web/features/admin/kit/table.tsx';
import { ShortMoment, words } from '#web/features/admin/parts/cells.tsx';
import { adminApi } from '#web/features/admin/queries.ts';
import type { DeployedChain } from '#web/lib/deployment.ts';
import { formatCount } from '#web/lib/format.ts';
import { AddressText, Badge, type FactRow, LongHash } from '#web/ui/values.tsx';

import type { ContractState, PoolCurrency } from '#web/wallet/contract.ts';

/** Milliseconds between two reads of the contract while its screen is open. */
export const REFRESH_MS = 20_000;

/** The accounts that send purchases for customers without coins. */
const relaysQuery = adminApi.query(chainsApi.listRelays, {}, { refetchInterval: REFRESH_MS });

/** Fees are often less than a cent, so a sum keeps four decimals. */
const dollars = (micros: number) => `$${formatDecimal(micros / 1_000_000, 4)}`;

/** Balance and spending of each chain's relay account; nothing where no chain has one. */
export function RelayCard({ chains }: { chains: readonly DeployedChain[] }) {
  const query = useQuery(relaysQuery);
  if (query.data?.length === 0) return null;
  const chainOf = ({ chain_id: id }: RelayAccount) => chains.find(({ chain_id }) => chain_id === id);
  const inCoins = (relay: RelayAccount, units: string) => {
    const coin = chainOf(relay)?.currencies.find(({ token }) => token === null);
    const { decimals, symbol } = coin ?? { decimals: 0, symbol: 'base units' };
    return formatAmount(cutDown(BigInt(units), decimals), decimals, symbol);
  };
  return (
    <TableCard
      title="Relays"
      note="These accounts send purchases for customers who pay in tokens and hold no coins. They can spend their own coins and nothing else. Spending is that of 24 hours."
      query={query}
      rows={(relays) => relays}
      rowKey={({ chain_id: id }) => id}
      top
      columns={[
        ['Network', (relay) => chainOf(relay)?.name],
        ['Account', ({ account }) => <AddressText address={account} />],
        ['Balance', (relay) => inCoins(relay, relay.balance), 'end'],
        ['Offered from', (relay) => inCoins(relay, relay.minimum), 'end'],
        ['Purchases', ({ purchases }) => formatCount(purchases), 'end'],
        ['Gas', ({ gas, gas_a_day: most }) => `${formatCount(gas)} of ${formatCount(most)}`, 'end'],
        ['Fees', ({ fees_usd_micros: micros }) => dollars(micros), 'end'],
        ['Checked', ({ checked_at: at }) => <ShortMoment at={at} />],
        [
          'State',
          ({ offered }) => (
            <Badge variant={offered ? 'default' : 'destructive'}>{offered ? 'Offered' : 'Balance low'}</Badge>
          ),
        ],
      ]}
      foot={(relays) =>
        relays.some(({ offered }) => !offered) && (
          <p className="mt-3 text-amber">
            A relay with a low balance holds less than ten purchases cost at the present fee, so customers pay
            the fee from their own wallets. Send it coins to offer this again.
          </p>
        )
      }
    />
  );
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

/** What the pool holds of each currency. */
export const Pool = ({ currencies }: { currencies: readonly PoolCurrency[] }) => (
  <>
    <Table
      caption="Pool"
      rows={currencies.map((one) => ({
        ...one,
        shown: (units: bigint) => formatAmount(units, one.decimals, one.symbol),
      }))}
      rowKey={({ token }) => token}
      columns={[
        ['Currency', ({ symbol }) => symbol],
        ['Balance', ({ shown, balance }) => <strong>{shown(balance)}</strong>, 'end'],
        ['Owed', ({ shown, owed }) => shown(owed), 'end'],
        ['Reserve', ({ shown, minimumReserve }) => shown(minimumReserve), 'end'],
        ['Free capital', ({ shown, freeCapital }) => shown(freeCapital), 'end'],
        ['Allowance', ({ allowance }) => `${formatUsd(allowance)} a day`, 'end'],
        ['Left now', ({ allowanceLeft }) => formatUsd(allowanceLeft), 'end'],
        [
          'Bounds per dollar',
          ({ shown, minPerDollar, maxPerDollar }) => `${shown(minPerDollar)} – ${shown(maxPerDollar)}`,
          'end',
        ],
        [
          'Sales',
          ({ isOffered, accepted }) => (
            <Badge variant={isOffered ? 'default' : 'outline'}>
              {isOffered ? 'Offered' : accepted ? 'Not offered' : 'Closed'}
            </Badge>
          ),
        ],
      ]}
    />
    {currencies.some(({ accepted, isOffered }) => accepted && !isOffered) && (
      <p className="mt-2 text-[0.8125rem] text-muted">
        The contract accepts what is not offered, but customers cannot choose it: this site does not sell in
        it.
      </p>
    )}
  </>
);

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
