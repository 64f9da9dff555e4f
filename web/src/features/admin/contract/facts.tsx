import type { ReactNode } from 'react';
import { formatAmount, formatUsd } from '#domain/money.ts';
import { words } from '#web/features/admin/parts/cells.tsx';
import { formatCount } from '#web/lib/format.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Card } from '#web/ui/card.tsx';
import { LongHash } from '#web/ui/chain.tsx';
import { FactList } from '#web/ui/fact-list.tsx';
import type { ContractState, PoolCurrency } from '#web/wallet/contract.ts';

/** Seconds as days or hours, exact on local chains with their shorter delays. */
export function duration(seconds: number): string {
  if (seconds % 86_400 === 0 && seconds > 0) return seconds === 86_400 ? '1 day' : `${seconds / 86_400} days`;
  if (seconds % 3_600 === 0 && seconds > 0) return seconds === 3_600 ? '1 hour' : `${seconds / 3_600} hours`;
  return `${formatCount(seconds)} s`;
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

export function Roles({ state }: { state: ContractState }) {
  return (
    <FactList
      dense
      rows={[
        ...state.roles.map(({ role, holder }): [string, ReactNode] => [
          words(role),
          holder === null ? (
            <span key={role} className="text-coral">
              Revoked
            </span>
          ) : (
            <LongHash key={role} text={holder} copy="Copy address" />
          ),
        ]),
        [
          'Recovery address',
          state.recovery === null ? (
            'None'
          ) : (
            <LongHash key="recovery" text={state.recovery.account} copy="Copy address" />
          ),
        ],
      ]}
    />
  );
}

export function Delays({ state: { delays } }: { state: ContractState }) {
  return (
    <FactList
      dense
      rows={[
        ['Announcements', duration(delays.announcement)],
        ['New guardian', duration(delays.guardian)],
        ['Recovery', duration(delays.recovery)],
        ['Change of holder', duration(delays.holderChange)],
        ['After an objection', duration(delays.contestedHolderChange)],
      ]}
    />
  );
}
