import { useQuery } from '@tanstack/react-query';
import * as chainsApi from '#domain/admin/chains-api.ts';
import type { RelayAccount } from '#domain/admin/relay-schema.ts';
import { cutDown, formatAmount, formatDecimal, formatUsd } from '#domain/money.ts';
import * as registryApi from '#domain/registry/api.ts';
import { ShortDate, ShortMoment, words } from '#web/features/admin/parts/cells.tsx';
import { DeskLink } from '#web/features/admin/parts/panel.tsx';
import { adminApi, useDesk } from '#web/features/admin/queries.ts';
import type { DeployedChain } from '#web/lib/deployment.ts';
import { formatCount } from '#web/lib/format.ts';
import { Table, TableCard } from '#web/ui/table.tsx';
import { AddressText, Badge, type FactRow, LongHash } from '#web/ui/values.tsx';
import type { ContractState, PoolCurrency } from '#web/wallet/contract.ts';
import { iso } from './doing.tsx';

/** Milliseconds between two reads of the contract while its screen is open. */
export const REFRESH_MS = 20_000;

/** Balance and spending of each chain's relay account; nothing where no chain has one. */
export function RelayCard({ chains }: { chains: readonly DeployedChain[] }) {
  const query = useDesk(chainsApi.listRelays, {}, { refetchInterval: REFRESH_MS });
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
        // Often less than a cent, so a sum keeps four decimals.
        ['Fees', ({ fees_usd_micros: micros }) => `$${formatDecimal(micros / 1_000_000, 4)}`, 'end'],
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

/** Claims that were paid by other means, as anyone reads them: the chain does not show them. */
export const OffChainPayments = () => (
  <TableCard
    title="Paid outside the chain"
    failed="Failed to load the payments"
    query={useQuery(adminApi.pageQuery(registryApi.listOffChainPayments, { query: { limit: 50 } }))}
    height="h-16"
    empty="No claim was paid outside the chain."
    rows={({ entries }) => entries}
    rowKey={({ claim_number: name }) => name}
    columns={[
      [
        'Claim',
        ({ claim_number: name }) => (
          <DeskLink to="/admin/claims" open={Number(name.replace(/\D+/, ''))}>
            {name}
          </DeskLink>
        ),
      ],
      ['Method', ({ method }) => words(method)],
      ['Paid', ({ paid_at: at }) => <ShortDate at={at} />],
      ['Amount', ({ usd }) => formatUsd(usd), 'end'],
    ]}
    foot={({ entries, next }) =>
      next !== null && <p className="mt-2 text-muted">These are the latest {entries.length}.</p>
    }
  />
);

/** Seconds as days or hours, exact on local chains with their shorter delays. */
export function duration(seconds: number): string {
  if (seconds % 86_400 === 0 && seconds > 0) return seconds === 86_400 ? '1 day' : `${seconds / 86_400} days`;
  if (seconds % 3_600 === 0 && seconds > 0) return seconds === 3_600 ? '1 hour' : `${seconds / 3_600} hours`;
  return `${formatCount(seconds)} s`;
}

/** Whether sales are open and payouts work, as of which block. */
export function Standing({ state }: { state: ContractState }) {
  const { chain, contract, block, paused, haltedUntil: until } = state;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1.5 text-[0.8125rem]">
      <span>
        {chain.name} · <LongHash text={contract} copy="Copy address" />
      </span>
      <Badge variant={paused ? 'destructive' : 'default'}>{paused ? 'Sales paused' : 'Sales open'}</Badge>
      <Badge variant={until === null ? 'default' : 'destructive'}>
        {until === null ? 'Payouts work' : 'Payouts halted'}
      </Badge>
      {until !== null && (
        <span className="text-coral">
          until <ShortMoment at={iso(until)} />
        </span>
      )}
      <span className="figures text-muted">
        Block {formatCount(block)}, read from the chain by this browser
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

const addressOr = (address: string | null, none: FactRow[1]) =>
  address === null ? none : <LongHash text={address} copy="Copy address" />;
const REVOKED = <span className="text-coral">Revoked</span>;

/** Who holds which role. */
export const rolesOf = ({ roles, recovery }: ContractState): FactRow[] => [
  ...roles.map(({ role, holder }): FactRow => [words(role), addressOr(holder, REVOKED)]),
  ['Recovery address', addressOr(recovery, 'None')],
];

export const delaysOf = ({ delays }: ContractState): FactRow[] => [
  ['Announcements', duration(delays.announcement)],
  ['New guardian', duration(delays.guardian)],
  ['Recovery', duration(delays.recovery)],
  ['Change of holder', duration(delays.holderChange)],
  ['After an objection', duration(delays.contestedHolderChange)],
];
