import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { DeskScreen, Halts } from '#web/features/admin/parts/screen.tsx';
import { profileQuery } from '#web/features/admin/queries.ts';
import { useKeys } from '#web/features/admin/use-keys.ts';
import { deploymentQuery } from '#web/lib/deployment.ts';
import { formatCount } from '#web/lib/format.ts';
import { Fold } from '#web/ui/section.tsx';
import { Select } from '#web/ui/select.tsx';
import { LoadError, Notice, Skeleton } from '#web/ui/states.tsx';
import { FactList } from '#web/ui/values.tsx';
import { readContract } from '#web/wallet/contract.ts';
import { CallForm } from './call-form.tsx';
import type { Doing } from './doing.tsx';
import * as facts from './facts.tsx';
import { Powers } from './powers.tsx';
import { Waiting } from './waiting.tsx';

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
    <DeskScreen
      title="Contract"
      actions={
        places.length > 1 &&
        chosen && (
          <Select
            aria-label="Contract"
            className="h-9! w-64! max-w-full text-sm"
            options={places}
            value={chosen}
            onChange={setAt}
          />
        )
      }
    >
      <div className="flex flex-col gap-4">
        {deployment.error && <LoadError title="Failed to load the networks" small query={deployment} />}
        {chosen && <Contract key={chosen} place={chosen} />}
        {!chosen && !deployment.error && <Skeleton className="h-64" />}
        {deployment.data && <facts.RelayCard chains={deployment.data.chains} />}
        <facts.OffChainPayments />
      </div>
    </DeskScreen>
  );
}

/** By keyboard alone: what was opened has the focus. */
function focusFirst(form: HTMLElement | null): void {
  if (form?.contains(document.activeElement)) return;
  form?.querySelector<HTMLElement>('input, button[role="combobox"], button[type="submit"]')?.focus();
}

function Contract({ place }: { place: string }) {
  const [chain = '', contract = ''] = place.split(':');
  const query = useQuery({
    queryKey: ['chain', 'contract', chain, contract],
    queryFn: () => readContract(Number(chain), contract),
    refetchInterval: facts.REFRESH_MS,
  });
  const { data: state, error } = query;
  const [doing, setDoing] = useState<Doing | null>(null);
  const opener = useRef<HTMLElement | null>(null);
  const start = (next: Doing) => {
    opener.current = document.activeElement instanceof HTMLElement ? document.activeElement : null;
    setDoing(next);
  };
  const close = () => {
    setDoing(null);
    requestAnimationFrame(() => opener.current?.isConnected && opener.current.focus());
  };
  useKeys({ Escape: close }, doing !== null);
  if (!state) {
    if (!error) return <Skeleton className="h-96" />;
    return <LoadError title="The contract could not be read" small query={query} />;
  }
  return (
    <>
      <facts.Standing state={state} />
      <Halts />
      {error && (
        <Notice tone="waiting">
          The chain did not answer the last time, so this is as of block {formatCount(state.block)}.
        </Notice>
      )}
      {doing !== null && (
        <section
          key={'call' in doing.of ? doing.of.call.data : doing.title}
          ref={focusFirst}
          aria-label="What you are about to do"
          className="sticky top-2 z-20 max-h-[85dvh] overflow-y-auto rounded-card border border-teal bg-surface p-4 *:max-w-3xl"
        >
          <h2 className="sr-only">What you are about to do</h2>
          <CallForm doing={doing} state={state} onClose={close} />
        </section>
      )}
      <Powers state={state} onStart={start} />
      <Waiting state={state} onStart={start} />
      <Fold title="Pool" note={state.currencies.map(({ symbol }) => symbol).join(', ')}>
        <facts.Pool currencies={state.currencies} />
      </Fold>
      <Fold title="Roles" note="Who holds which role">
        <FactList dense rows={facts.rolesOf(state)} />
      </Fold>
      <Fold title="Delays" note={`Announcements wait ${facts.duration(state.delays.announcement)}`}>
        <FactList dense rows={facts.delaysOf(state)} />
      </Fold>
    </>
  );
}
