import { Skeleton } from '#web/ui/states.tsx';

/** Stands in for a page until we know whether a wallet was connected. */
export function RestoringWallet() {
  return (
    <div role="status" aria-label="Restoring your wallet" className="page flex flex-col gap-6 py-10">
      <Skeleton className="h-9 w-64" />
      <Skeleton className="h-40" />
    </div>
  );
}
