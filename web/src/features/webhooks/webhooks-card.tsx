import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import * as webhooksApi from '#domain/webhooks/api.ts';
import { MAX_WEBHOOKS, type WebhookAnswer } from '#domain/webhooks/schema.ts';
import { api } from '#web/lib/api/api.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Loaded } from '#web/ui/loaded.tsx';
import { Failure, Skeleton } from '#web/ui/states.tsx';
import { toast } from '#web/ui/toast.ts';
import { Deliveries } from './deliveries.tsx';
import { webhooksKey, webhooksQuery } from './queries.ts';
import { WebhookDialog } from './webhook-form.tsx';

function RemoveDialog(props: { address: string; webhook: WebhookAnswer; onClose: () => void }) {
  const { address, webhook, onClose } = props;
  const queryClient = useQueryClient();
  const remove = useMutation({
    mutationFn: () => api.send(webhooksApi.deleteWebhook, { id: webhook.id }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: webhooksKey(address) });
      toast.success('Webhook removed');
      onClose();
    },
  });
  return (
    <Dialog
      open
      onClose={onClose}
      title="Remove this webhook?"
      description={<span className="wrap-anywhere">{webhook.url}</span>}
    >
      <p>We stop calling it immediately. Its delivery log is deleted too.</p>
      <Failure title="The webhook could not be removed" className="mt-4" error={remove.error} />
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <Button variant="secondary" onClick={onClose}>
          Keep it
        </Button>
        <Button variant="danger" busy={remove.isPending} onClick={() => remove.mutate()}>
          Remove
        </Button>
      </div>
    </Dialog>
  );
}

function Webhook({ address, webhook }: { address: string; webhook: WebhookAnswer }) {
  const [open, setOpen] = useState(false);
  const [removing, setRemoving] = useState(false);
  return (
    <li className="py-4">
      <p className="font-medium wrap-anywhere">{webhook.url}</p>
      <p className="mt-0.5 text-sm text-muted">{webhook.events.join(', ')}</p>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button variant="secondary" size="small" aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? 'Hide deliveries' : 'Deliveries'}
        </Button>
        <Button variant="quiet" size="small" onClick={() => setRemoving(true)}>
          Remove…
        </Button>
      </div>
      {open && (
        <div className="mt-3 rounded-[10px] bg-sunken/60 px-4 py-2">
          <Deliveries address={address} webhookId={webhook.id} />
        </div>
      )}
      {removing && <RemoveDialog address={address} webhook={webhook} onClose={() => setRemoving(false)} />}
    </li>
  );
}

function List({ address }: { address: string }) {
  const [adding, setAdding] = useState(false);
  return (
    <Loaded
      query={useQuery(webhooksQuery(address))}
      name="webhooks"
      failed="Your webhooks could not be loaded"
      loading={<Skeleton className="h-16" />}
      small
    >
      {(data) => (
        <>
          {data.length === 0 ? (
            <p className="text-muted">No webhooks yet.</p>
          ) : (
            <ul aria-label="Webhooks" className="-mt-2 divide-y divide-line">
              {data.map((webhook) => (
                <Webhook key={webhook.id} address={address} webhook={webhook} />
              ))}
            </ul>
          )}
          <div>
            <Button
              variant="secondary"
              disabled={data.length >= MAX_WEBHOOKS}
              onClick={() => setAdding(true)}
            >
              Add a webhook…
            </Button>
            {data.length >= MAX_WEBHOOKS && (
              <p className="mt-2 text-sm text-muted">A wallet has at most {MAX_WEBHOOKS}.</p>
            )}
          </div>
          {adding && <WebhookDialog address={address} onClose={() => setAdding(false)} />}
        </>
      )}
    </Loaded>
  );
}

export function WebhooksCard({ address }: { address: string }) {
  return (
    <Card className="flex flex-col gap-4 p-6">
      <div>
        <h2 className="text-lg">Webhooks</h2>
        <p className="mt-1 text-sm text-muted">
          For developers: signed calls to your own server when something happens to your policies and claims.
        </p>
      </div>
      <List address={address} />
    </Card>
  );
}
