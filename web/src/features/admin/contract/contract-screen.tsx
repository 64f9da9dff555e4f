import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { formatAmount, formatUsd } from '../../../../../domain/money.ts';
import { deploymentQuery } from '../../../lib/deployment-query.ts';
import { formatCount } from '../../../lib/format.ts';
import { useNow } from '../../../lib/use-now.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { LongHash } from '../../../ui/chain.tsx';
import { FactList } from '../../../ui/fact-list.tsx';
import { LoadError } from '../../../ui/load-error.tsx';
import { Fold, Section } from '../../../ui/section.tsx';
import { Select } from '../../../ui/select.tsx';
import { Notice, Skeleton } from '../../../ui/states.tsx';
import {
  type Announced,
  type ContractState,
  contractCalls,
  executionOf,
  type PoolCurrency,
  type PreparedCall,
  type Proposed,
} from '../../../wallet/contract.ts';
import { ShortMoment, words } from '../parts/cells.tsx';
import { timeLeft } from '../parts/clock.tsx';
import { profileQuery } from '../queries.ts';
import { useKeys } from '../use-keys.ts';
import { ContractActionForm } from './action-form.tsx';
import type { ContractAction } from './actions.ts';
import { OffChainPayments } from './off-chain-payments.tsx';
import { Powers } from './powers.tsx';
import { contractQuery } from './queries.ts';
import { RecordsCard } from './records-card.tsx';
import { RelayCards } from './relays-card.tsx';
import { SendPrepared } from './send-prepared.tsx';

const iso = (seconds: number) => new Date(seconds * 1000).toISOString();

/** Seconds as days or hours, exact on local chains with their shorter delays. */
function duration(seconds: number): string {
  if (seconds % 86_400 === 0 && seconds > 0) return seconds === 86_400 ? '1 day' : `${seconds / 86_400} days`;
  if (seconds % 3_600 === 0 && seconds > 0) return seconds === 3_600 ? '1 hour' : `${seconds / 3_600} hours`;
  return `${formatCount(seconds)} s`;
}

/** What is being done: one of the contract's actions, or something about an announcement or proposal. */
type Doing =
  | { kind: 'action'; action: ContractAction }
  | { kind: 'call'; call: PreparedCall; title: string; action: string };

/**
 * The contract as the chain has it: who may do what, the pool, and what is announced. Only the claims that were paid
 * outside the chain come from our servers.
 */
export function ContractScreen() {
  // The chain answers whoever asks, so a session that was revoked meanwhile would go unnoticed here.
  useQuery({ ...profileQuery, refetchOnMount: 'always' });
  const deployment = useQuery(deploymentQuery);
  const [at, setAt] = useState('');
  const places = (deployment.data?.chains ?? []).flatMap((chain) =>
    chain.contracts.map((contract, index) => ({
      value: `${chain.chain_id}:${contract}`,
      label: `${chain.name} · ${contract.slice(0, 8)}…${index === 0 ? '' : ' (earlier)'}`,
    })),
  );
  const chosen = places.find(({ value }) => value === at)?.value ?? places[0]?.value;
  return (
    <div className="min-h-0 grow overflow-y-auto px-3 pb-10 sm:px-5">
      <div className="mx-auto flex max-w-[100rem] flex-col gap-4">
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 pt-4">
          <h1 className="text-xl">Contract</h1>
          {places.length > 1 && chosen && (
            <Select
              aria-label="Contract"
              className="h-9! w-64! max-w-full text-sm"
              options={places}
              value={chosen}
              onChange={setAt}
            />
          )}
        </div>
        {deployment.error && <LoadError title="Failed to load the networks" small query={deployment} />}
        {chosen && <Contract key={chosen} place={chosen} />}
        {!chosen && !deployment.error && <Skeleton className="h-64" />}
        {deployment.data && <RelayCards chains={deployment.data.chains} />}
        {deployment.data?.substrate && <RecordsCard chain={deployment.data.substrate} />}
        <OffChainPayments />
      </div>
    </div>
  );
}

function Contract({ place }: { place: string }) {
  const [chain = '', contract = ''] = place.split(':');
  const query = useQuery(contractQuery(Number(chain), contract));
  const { data: state, error } = query;
  const cache = useQueryClient();
  const [doing, setDoing] = useState<Doing | null>(null);
  const opener = useRef<HTMLElement | null>(null);
  const form = useRef<HTMLElement>(null);
  const start = (next: Doing) => {
    opener.current = document.activeElement instanceof HTMLElement ? document.activeElement : null;
    setDoing(next);
  };
  const close = () => {
    setDoing(null);
    requestAnimationFrame(() => opener.current?.isConnected && opener.current.focus());
  };
  useKeys({ Escape: close }, doing !== null);
  useEffect(() => {
    if (doing === null) return;
    form.current?.scrollIntoView?.({ block: 'nearest' });
    // By keyboard alone: what was opened has the focus.
    if (!form.current?.contains(document.activeElement)) {
      form.current
        ?.querySelector<HTMLElement>('input, button[role="combobox"], button[type="submit"]')
        ?.focus();
    }
  }, [doing]);
  if (!state) {
    if (!error) return <Skeleton className="h-96" />;
    return <LoadError title="The contract could not be read" small query={query} />;
  }
  const onDone = () => void cache.invalidateQueries({ queryKey: ['chain'] });
  return (
    <>
      <Standing state={state} />
      {error && (
        <Notice tone="waiting">
          The chain did not answer the last time, so this is as of block {formatCount(state.block)}.
        </Notice>
      )}
      {doing !== null && (
        <section
          ref={form}
          aria-label="What you are about to do"
          className="sticky top-2 z-20 max-h-[85dvh] overflow-y-auto rounded-card border border-teal bg-surface p-4"
        >
          <h2 className="sr-only">What you are about to do</h2>
          {doing.kind === 'action' ? (
            <ContractActionForm
              key={doing.action.name}
              action={doing.action}
              state={state}
              onClose={close}
              onDone={onDone}
            />
          ) : (
            <SendPrepared
              key={doing.call.data}
              call={doing.call}
              action={doing.action}
              onCancel={close}
              onDone={onDone}
            >
              <h3 className="text-sm font-semibold tracking-normal">{doing.title}</h3>
            </SendPrepared>
          )}
        </section>
      )}
      <Powers state={state} onAction={(action) => start({ kind: 'action', action })} />
      <Waiting state={state} onCall={start} />
      <Fold title="Pool" note={state.currencies.map(({ symbol }) => symbol).join(', ')}>
        <Pool currencies={state.currencies} />
      </Fold>
      <Fold title="Roles" note="Who holds which role">
        <Roles state={state} />
      </Fold>
      <Fold title="Delays" note={`Announcements wait ${duration(state.delays.announcement)}`}>
        <Delays state={state} />
      </Fold>
    </>
  );
}

function Standing({ state }: { state: ContractState }) {
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

/** `executable in 5 h`, `executable now, expires in 3 days`, by this device's clock or the chain's if that is ahead. */
function timesText(from: number, until: number, chainTime: number, now: number, verb: string): string {
  const time = Math.max(now, chainTime * 1000);
  const left = (seconds: number) => timeLeft(seconds * 1000, time).replace(/ left$/, '');
  if (from * 1000 > time) return `${verb} in ${left(from)}`;
  return `${verb} now, for ${left(until)}`;
}

function Waiting({ state, onCall }: { state: ContractState; onCall: (doing: Doing) => void }) {
  const now = useNow(15_000);
  const time = Math.max(Math.floor(now / 1000), state.time);
  const { announced, proposed, handover, recovery } = state;
  const recovering = recovery?.announced ?? null;
  return (
    <Section title="Announced and proposed" dense>
      {announced.length === 0 && proposed.length === 0 && handover === null && recovering === null && (
        <p className="mt-2 text-[0.8125rem] text-muted">Nothing is announced or proposed.</p>
      )}
      {handover !== null && (
        <p className="mt-2 text-[0.8125rem]">
          New administrator proposed: <LongHash text={handover.proposed} copy="Copy address" />. It has to
          accept by <ShortMoment at={iso(handover.lapsesAt)} />.
        </p>
      )}
      {recovering !== null && (
        <p className="mt-2 text-[0.8125rem]">
          The recovery of the administrator is announced. The recovery address can accept from{' '}
          <ShortMoment at={iso(recovering.acceptableAt)} /> to <ShortMoment at={iso(recovering.lapsesAt)} />.
        </p>
      )}
      <ul className="mt-2 flex flex-col divide-y divide-line">
        {announced.map((one) => (
          <AnnouncedRow key={one.hash} one={one} state={state} time={time} now={now} onCall={onCall} />
        ))}
        {proposed.map((one) => (
          <ProposedRow key={one.quoteId} one={one} state={state} now={now} onCall={onCall} />
        ))}
      </ul>
    </Section>
  );
}

interface RowProps<One> {
  one: One;
  state: ContractState;
  now: number;
  onCall: (doing: Doing) => void;
}

function AnnouncedRow({ one, state, time, now, onCall }: RowProps<Announced> & { time: number }) {
  const { chain, contract } = state;
  const veto = async () => {
    const { prepareCall } = await contractCalls();
    const call = prepareCall(chain, contract, { name: 'veto', args: [one.data as `0x${string}`] });
    onCall({ kind: 'call', call, title: 'Veto an announced call', action: 'Veto' });
  };
  const execution = executionOf(chain.chain_id, contract, one.data);
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-2 text-[0.8125rem]">
      <div className="min-w-0">
        <p className="font-medium wrap-anywhere">{one.what}</p>
        <p className="text-muted">
          Announced by <LongHash text={one.by} copy="Copy address" /> ·{' '}
          <span className="figures">
            {timesText(one.executableAt, one.expiresAt, state.time, now, 'executable')}
          </span>{' '}
          (<ShortMoment at={iso(one.executableAt)} /> – <ShortMoment at={iso(one.expiresAt)} />)
        </p>
      </div>
      <div className="flex gap-2">
        <Button size="dense" variant="danger" onClick={() => void veto()}>
          Veto
        </Button>
        <Button
          size="dense"
          disabled={one.executableAt > time}
          onClick={() =>
            onCall({ kind: 'call', call: execution, title: 'Execute an announced call', action: 'Execute' })
          }
        >
          Execute
        </Button>
      </div>
    </li>
  );
}

function ProposedRow({ one, state, now, onCall }: RowProps<Proposed>) {
  const symbol = state.currencies.find(({ token }) => token === one.token)?.symbol ?? 'another token';
  const veto = async () => {
    const { prepareCall } = await contractCalls();
    const call = prepareCall(state.chain, state.contract, {
      name: 'vetoPayout',
      args: [one.quoteId as `0x${string}`],
    });
    const title = `Veto the proposed payout of ${formatUsd(one.dollars)}`;
    onCall({ kind: 'call', call, title, action: 'Veto' });
  };
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-2 text-[0.8125rem]">
      <div className="min-w-0">
        <p className="font-medium">
          Payout of {formatUsd(one.dollars)} in {symbol}
        </p>
        <p className="text-muted">
          To <LongHash text={one.holder} copy="Copy address" /> · policy {one.quoteId.slice(0, 10)}… ·{' '}
          <span className="figures">
            {timesText(one.payableAt, one.lapsesAt, state.time, now, 'payable')}
          </span>{' '}
          (<ShortMoment at={iso(one.payableAt)} /> – <ShortMoment at={iso(one.lapsesAt)} />
          ). It is paid from its claim.
        </p>
      </div>
      <Button size="dense" variant="danger" onClick={() => void veto()}>
        Veto
      </Button>
    </li>
  );
}

function Pool({ currencies }: { currencies: readonly PoolCurrency[] }) {
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

function Roles({ state }: { state: ContractState }) {
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

function Delays({ state: { delays } }: { state: ContractState }) {
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
