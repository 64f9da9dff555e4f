import { Card } from '../../../ui/card.tsx';
import { Skeleton } from '../../../ui/states.tsx';

/** The grid while policies load. */
export function PolicySkeletons({ count }: { count: number }) {
  return (
    <div role="status" aria-label="Loading policies" className="grid gap-5 sm:grid-cols-2 lg:grid-cols-3">
      {Array.from({ length: count }, (_, index) => index).map((index) => (
        <Card key={index} className="flex flex-col gap-4 p-5">
          <div className="flex justify-between">
            <Skeleton className="size-9" />
            <Skeleton className="h-6 w-20" />
          </div>
          <Skeleton className="h-6 w-40" />
          <Skeleton className="h-24" />
          <Skeleton className="h-10" />
        </Card>
      ))}
    </div>
  );
}
