import { useMemo, useState } from 'react';
import type { AuditResult } from '../../../../domain/audit/audit.ts';
import { moneyOf } from '../../../../domain/audit/chains.ts';
import { type AuditEvent, describeEvent } from '../../../../domain/audit/events.ts';
import { isMoney } from '../../../../domain/audit/totals.ts';
import { Card } from '../../ui/card.tsx';
import { AddressText, TransactionHash } from '../../ui/chain.tsx';
import { Moment } from '../../ui/moment.tsx';
import { Select } from '../../ui/select.tsx';
import { useShowMore } from '../../ui/show-more.tsx';
import { EmptyState } from '../../ui/states.tsx';

const GROUPS = {
  all: 'All events',
  money: 'Money: premiums, claims, refunds, capital',
  policies: 'Policies: holders, consents, proposed payouts',
  rules: 'Rules: roles, announcements, limits, pauses',
} as const;
type Group = keyof typeof GROUPS;

const groupOf = (event: AuditEvent): Group =>
  isMoney(event) ? 'money' : event.quoteId === null ? 'rules' : 'policies';

/** Every event of every listed contract, newest first, with the pool's balance after it. */
export function EventsTab({ result }: { result: AuditResult }) {
  const [group, setGroup] = useState<Group>('all');
  const { readings, onChain } = result;
  const events = useMemo(
    () =>
      readings
        .flatMap((reading) => reading.events)
        .filter((event) => group === 'all' || groupOf(event) === group)
        .sort(
          (one, other) => other.time - one.time || other.block - one.block || other.logIndex - one.logIndex,
        ),
    [readings, group],
  );
  const money = useMemo(() => moneyOf(readings), [readings]);
  const { drawn, showMore } = useShowMore(events);
  return (
    <div className="flex flex-col gap-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="w-full sm:w-96">
          <Select
            aria-label="Which events"
            value={group}
            onChange={(value) => setGroup(value as Group)}
            options={Object.entries(GROUPS).map(([value, label]) => ({ value, label }))}
          />
        </div>
        <p className="figures text-sm text-muted">{events.length.toLocaleString('en-US')} events</p>
      </div>
      {events.length === 0 ? (
        <EmptyState title="No such event">
          The contracts have reported nothing of this kind so far.
        </EmptyState>
      ) : (
        <Card>
          <ul aria-label="Events" className="divide-y divide-line">
            {drawn.map((event) => {
              const after = onChain.balances.get(event);
              return (
                <li key={`${event.chainId}:${event.txHash}:${event.logIndex}`} className="px-5 py-3.5">
                  <p className="text-[0.9375rem] wrap-anywhere">
                    {describeEvent(event, money(event.chainId))}
                  </p>
                  <p className="figures mt-1 flex flex-wrap items-center gap-x-4 gap-y-1 text-sm text-muted">
                    <Moment at={event.time} />
                    <span>block {event.block.toLocaleString('en-US')}</span>
                    <TransactionHash hash={event.txHash} chainId={event.chainId} />
                    <span>
                      contract <AddressText address={event.contract} />
                    </span>
                    {after !== undefined && event.token !== null && (
                      <span>pool after it {money(event.chainId)(event.token, after)}</span>
                    )}
                  </p>
                </li>
              );
            })}
          </ul>
        </Card>
      )}
      {showMore}
    </div>
  );
}
