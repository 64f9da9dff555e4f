import type { ReactNode } from 'react';
import type { AuditResult } from '#domain/audit/audit.ts';
import { moneyOf } from '#domain/audit/chains.ts';
import { liabilityLines } from '#domain/audit/report.ts';
import { formatUsd } from '#domain/money.ts';
import { formatCount, longMoment } from '#web/lib/format.ts';
import { Card } from '#web/ui/card.tsx';
import { useShowMore } from '#web/ui/list-tools.tsx';
import { AddressText, Fact, FactList, TransactionHash } from '#web/ui/values.tsx';

import { ListCard, Place } from './list-card.tsx';

const moment = (seconds: number) => longMoment(new Date(seconds * 1000).toISOString());

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h2 className="mb-3 text-lg">{title}</h2>
      {children}
    </section>
  );
}

const Nothing = ({ children }: { children: ReactNode }) => <p className="text-muted">{children}</p>;

export function WaitingTab({ result }: { result: AuditResult }) {
  const { standing, waiting } = result.onChain;
  const due = liabilityLines(result).filter(({ isDue }) => isDue);
  const times = new Map(result.readings.map(({ chain, head }) => [chain.chainId, head.time]));
  const halted = [...standing.haltedUntil].filter(
    ([at, until]) => until > (times.get(Number(at.split(':')[0])) ?? 0),
  );
  const paused = [...standing.paused].filter(([, stopped]) => stopped);
  return (
    <div className="flex flex-col gap-8">
      <Section title="Announced, proposed or owed">
        {waiting.length + due.length === 0 && <Nothing>Nothing is announced, proposed or owed.</Nothing>}
        {due.map(({ title, text }) => (
          <p key={title} className="mb-3 wrap-anywhere">
            {title}: {text}
          </p>
        ))}
        {waiting.length > 0 && (
          <ListCard items={waiting} keyOf={({ txHash, what }) => `${txHash}:${what}`}>
            {({ what, from, until, block, txHash, chainId }) => (
              <>
                <p className="text-[0.9375rem] wrap-anywhere">{what}</p>
                <Place>
                  {from !== null && <span>from {moment(from)}</span>}
                  {until !== null && <span>until {moment(until)}</span>}
                  <span>block {formatCount(block)}</span>
                  <TransactionHash hash={txHash} chainId={chainId} />
                </Place>
              </>
            )}
          </ListCard>
        )}
      </Section>
      <Section title="Stops">
        {paused.length + halted.length === 0 && <Nothing>Purchases and payouts are open.</Nothing>}
        {paused.map(([at]) => (
          <p key={at}>
            Purchases are paused in <AddressText address={at.split(':')[1] ?? ''} />.
          </p>
        ))}
        {halted.map(([at, until]) => (
          <p key={at}>
            Payouts are halted in <AddressText address={at.split(':')[1] ?? ''} /> until {moment(until)}.
          </p>
        ))}
      </Section>
      <Section title="Who has which role">
        <div className="grid gap-5 lg:grid-cols-2">
          {result.readings.flatMap(({ chain }) =>
            chain.contracts.map((contract) => (
              <Card key={`${chain.chainId}:${contract}`} className="p-5 sm:px-6">
                <p className="text-sm text-muted">
                  {chain.name}, contract <AddressText address={contract} />
                </p>
                <FactList>
                  {[...standing.roles.values()]
                    .filter((each) => each.chainId === chain.chainId && each.contract === contract)
                    .map(({ role, holder }) => (
                      <Fact key={role} label={`${role[0]?.toUpperCase()}${role.slice(1)}`}>
                        {holder === null ? 'revoked' : <AddressText address={holder} />}
                      </Fact>
                    ))}
                </FactList>
              </Card>
            )),
          )}
        </div>
      </Section>
    </div>
  );
}

export function PayoutsTab({ result }: { result: AuditResult }) {
  const { payouts } = result.onChain;
  const money = moneyOf(result.readings);
  const newest = [...payouts].reverse();
  const { drawn, showMore } = useShowMore(newest);
  const others = result.recorded?.offChainPayments ?? null;
  return (
    <div className="flex flex-col gap-8">
      <Section title="Rates of payouts">
        {payouts.length === 0 && <Nothing>No claim was paid on chain so far.</Nothing>}
        {payouts.length > 0 && (
          <ListCard items={drawn} keyOf={({ event }) => `${event.txHash}:${event.logIndex}`}>
            {({ event, rate }) => (
              <>
                <p className="figures text-[0.9375rem]">
                  {formatUsd(event.usd ?? 0)} paid as{' '}
                  {money(event.chainId)(event.token ?? '', event.amount ?? 0n)}
                  {rate !== null && `: $${rate} for one unit`}
                </p>
                <Place>
                  <span>{moment(event.time)}</span>
                  <span>block {formatCount(event.block)}</span>
                  <TransactionHash hash={event.txHash} chainId={event.chainId} />
                </Place>
              </>
            )}
          </ListCard>
        )}
        {showMore}
      </Section>
      <Section title="Paid outside the chain">
        <p className="mb-3 max-w-2xl text-sm text-muted">
          A claim paid by bank transfer or in another way counts only when two administrators report the same.
          The chain knows nothing about it, so you have only our word for this list.
        </p>
        {others === null && <Nothing>Our records could not be read, so this list is missing.</Nothing>}
        {others?.length === 0 && <Nothing>No claim was paid outside the chain.</Nothing>}
        {others !== null && others.length > 0 && (
          <ListCard items={others} keyOf={(each) => each.claim_number}>
            {(each) => (
              <p className="figures text-[0.9375rem]">
                {each.claim_number}: {formatUsd(each.usd)}, {each.method.replaceAll('_', ' ')},{' '}
                {longMoment(each.paid_at)}, policy {each.quote_id.slice(0, 10)}…
              </p>
            )}
          </ListCard>
        )}
      </Section>
    </div>
  );
}
