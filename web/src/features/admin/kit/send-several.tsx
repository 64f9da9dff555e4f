import { useQuery } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { useSnapshot } from 'valtio';
import type { ReadyTransaction } from '#domain/payouts/schema.ts';
import { useAdmin } from '#web/features/admin/use-admin.ts';
import { openConnectDialog } from '#web/state/connect-dialog.ts';
import { walletSession } from '#web/state/wallet-session.ts';
import { Button } from '#web/ui/button.tsx';
import { Failure, Notice, Skeleton } from '#web/ui/states.tsx';
import { batchingChains, chainOfCall } from '#web/wallet/sending.ts';
import { counted } from './assignment.ts';
import { prepareAll, type Several } from './several.ts';
import { Group, Left } from './several-group.tsx';
import type { SeveralSteps } from './types.ts';

/** Pays several rows in one request of a wallet that can, pool by pool; nothing is prepared for one that can't. */
export function severalOf<Row, R, Ready extends ReadyTransaction>({
  needs,
  label,
  ...kind
}: Several<Row, R, Ready> & Omit<SeveralSteps<Row>, 'Steps'>): SeveralSteps<Row> {
  function Steps({ rows, onClose }: ComponentProps<SeveralSteps<Row>['Steps']>) {
    const who = useAdmin();
    const { wallet } = useSnapshot(walletSession);
    const account = wallet?.address ?? null;
    const { data: able } = useQuery({
      queryKey: ['batching', account],
      queryFn: batchingChains,
      enabled: account !== null,
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: 0,
    });
    const isAble = able !== undefined && Object.keys(able).length > 0;
    const { data, error } = useQuery({
      queryKey: ['several', kind.noun, rows.map(kind.nameOf)],
      queryFn: () => prepareAll(kind, rows, who),
      enabled: isAble,
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: 0,
    });
    const says = (
      <>
        {wallet?.name ?? 'Your wallet'} can’t carry out several transactions as one. Nothing was prepared:
        open each of them to send its {kind.noun} on its own.
      </>
    );
    return (
      <div className="flex flex-col gap-3 text-[0.8125rem]">
        <Failure title={`Failed to prepare the ${kind.noun}s`} error={error} />
        {account === null && (
          <Notice
            actions={
              <Button size="dense" onClick={openConnectDialog}>
                Connect Wallet
              </Button>
            }
          >
            Connect the wallet that holds the role. It neither signs you in nor out.
          </Notice>
        )}
        {account !== null && !data && able && !isAble && <Notice tone="waiting">{says}</Notice>}
        {account !== null && !data && !error && (isAble || !able) && (
          <>
            <p role="status" className="text-muted">
              {able ? `Preparing ${counted(rows.length, kind.noun)}…` : 'Asking what your wallet can do…'}
            </p>
            <Skeleton className="h-20" />
          </>
        )}
        {data?.groups.map((items) => (
          <Group
            key={items.map(({ name }) => name).join()}
            items={items}
            noun={kind.noun}
            part={kind.part}
            account={account}
            batching={able?.[chainOfCall(items[0].ready)] ?? null}
          />
        ))}
        {data && <Left left={data.left} />}
        <Button variant="quiet" size="dense" className="self-end" onClick={onClose}>
          Close
        </Button>
      </div>
    );
  }
  return { needs, label, Steps };
}
