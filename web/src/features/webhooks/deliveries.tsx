import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import * as webhooksApi from '#domain/webhooks/api.ts';
import type { DeliveryAnswer } from '#domain/webhooks/schema.ts';
import { api } from '#web/lib/api/api.ts';
import { messageOf } from '#web/lib/api/errors.ts';
import { longMoment } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { Loaded, Skeleton } from '#web/ui/states.tsx';
import { toast } from '#web/ui/toast.ts';
import { type Look, StatusBadge } from '#web/ui/values.tsx';

const PENDING_MS = 5_000;

const deliveriesQuery = (address: string, id: string) =>
  api.query(
    webhooksApi.listDeliveries,
    { id },
    {
      queryKey: ['webhooks', address, id, 'deliveries'],
      refetchInterval: ({ state }) =>
        state.data?.some((delivery) => delivery.state === 'pending') ? PENDING_MS : false,
    },
  );

const STATES: Readonly<Record<DeliveryAnswer['state'], Look>> = {
  pending: { label: 'Pending', variant: 'secondary' },
  delivered: { label: 'Delivered', variant: 'default' },
  failed: { label: 'Failed', variant: 'destructive' },
};

function outcome(delivery: DeliveryAnswer): string {
  const attempts = delivery.attempts === 1 ? '1 attempt' : `${delivery.attempts} attempts`;
  if (delivery.delivered_at) return `Answered ${delivery.response_status ?? ''} after ${attempts}.`;
  if (delivery.attempts === 0) return 'On its way.';
  const next = delivery.next_attempt_at ? ` Next attempt ${longMoment(delivery.next_attempt_at)}.` : '';
  return `${delivery.problem ?? 'No answer.'} ${attempts}.${next}`;
}

export function Deliveries({ address, webhookId }: { address: string; webhookId: string }) {
  const queryClient = useQueryClient();
  const deliveries = useQuery(deliveriesQuery(address, webhookId));
  const again = useMutation({
    mutationFn: (delivery_id: string) => api.ask(webhooksApi.redeliver, { id: webhookId, delivery_id }),
    onSuccess: () => toast.success('Sent once more'),
    onError: (failure) => toast.error('That delivery could not be sent again', messageOf(failure)),
    onSettled: () => queryClient.invalidateQueries(deliveriesQuery(address, webhookId)),
  });
  return (
    <Loaded
      query={deliveries}
      name="deliveries"
      failed="The deliveries could not be loaded"
      loading={<Skeleton className="h-16" />}
      small
    >
      {(data) =>
        data.length === 0 ? (
          <p className="text-sm text-muted">Nothing has been delivered yet.</p>
        ) : (
          <ul aria-label="Deliveries" className="divide-y divide-line">
            {data.map((delivery) => (
              <li key={delivery.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
                <div className="min-w-0 flex-1 basis-60">
                  <p className="flex flex-wrap items-center gap-2">
                    <code className="text-sm">{delivery.event}</code>
                    <StatusBadge {...STATES[delivery.state]} />
                  </p>
                  <p className="mt-0.5 text-sm text-muted">
                    <time dateTime={delivery.created_at}>{longMoment(delivery.created_at)}</time> ·{' '}
                    {outcome(delivery)}
                  </p>
                </div>
                <Button
                  variant="secondary"
                  size="small"
                  disabled={delivery.state === 'pending'}
                  busy={again.isPending && again.variables === delivery.id}
                  onClick={() => again.mutate(delivery.id)}
                >
                  Send again
                </Button>
              </li>
            ))}
          </ul>
        )
      }
    </Loaded>
  );
}
