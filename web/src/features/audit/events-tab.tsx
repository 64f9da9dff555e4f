import { useMemo, useState } from 'react';
import type { AuditResult } from '#domain/audit/audit.ts';
import { moneyOf } from '#domain/audit/chains.ts';
import { type AuditEvent, describeEvent } from '#domain/audit/events.ts';
import { isMoney } from '#domain/audit/totals.ts';
import { formatCount } from '#web/lib/format.ts';
import { useShowMore } from '#web/ui/list-tools.tsx';
import { Select } from '#web/ui/select.tsx';
import { EmptyState } from '#web/ui/states.tsx';
import { AddressText, Moment, TransactionHash } from '#web/ui/values.tsx';
import { ListCard, Place } from './list-card.tsx';

const GROUPS = {
  all: 'All events',
  money: 'Money: premiums, claims, refunds, capital',
  policies: 'Policies: holders, consents, announced payouts',
  rules: 'Rules: roles, announcements, limits, pauses',
} as const;
type Group = keyof typeof GROUPS;

const groupOf = (event: AuditEvent): Group =>
  isMoney(event) ? 'money' : event.quoteId === null ? 'rules' : 'policies';

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
        <p className="figures text-sm text-muted">{formatCount(events.length)} events on chain</p>
      </div>
      {events.length === 0 ? (
        <EmptyState title="No such event">
          The contracts have reported nothing of this kind so far.
        </EmptyState>
      ) : (
        <ListCard
          label="Events"
          items={drawn}
          keyOf={({ chainId, txHash, logIndex }) => `${chainId}:${txHash}:${logIndex}`}
        >
          {(event) => {
            const after = onChain.balances.get(event);
            return (
              <>
                <p className="text-[0.9375rem] wrap-anywhere">{describeEvent(event, money(event.chainId))}</p>
                <Place>
                  <Moment at={event.time} />
                  <span>block {formatCount(event.block)}</span>
                  <TransactionHash hash={event.txHash} chainId={event.chainId} />
                  <span>
                    contract <AddressText address={event.contract} />
                  </span>
                  {after !== undefined && event.token !== null && (
                    <span>pool after it {money(event.chainId)(event.token, after)}</span>
                  )}
                </Place>
              </>
            );
          }}
        </ListCard>
      )}
      {showMore}
    </div>
  );
}
