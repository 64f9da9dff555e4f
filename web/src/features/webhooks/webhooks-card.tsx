import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import * as webhooksApi from '#domain/webhooks/api.ts';
import {
  MAX_WEBHOOKS,
  SECRET_SHOWN,
  WEBHOOK_EVENTS,
  type WebhookAnswer,
  webhookRequest,
} from '#domain/webhooks/schema.ts';
import { api } from '#web/lib/api/api.ts';
import { useApiForm } from '#web/lib/api/use-api-form.ts';
import { Button } from '#web/ui/button.tsx';
import { CopyButton } from '#web/ui/copy.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { DialogForm, TextField } from '#web/ui/form.tsx';
import { PhoneSection } from '#web/ui/phone-section.tsx';
import { Failure, Loaded, Notice, Skeleton } from '#web/ui/states.tsx';
import { TextLink } from '#web/ui/text-link.tsx';
import { toast } from '#web/ui/toast.ts';
import { Deliveries } from './deliveries.tsx';

/** The secret is null if the first answer was lost on its way: it is shown only once. */
function Created({ secret, onClose }: { secret: string | null; onClose: () => void }) {
  return (
    <div className="flex flex-col gap-5">
      <Notice tone="waiting">
        {secret === null ? SECRET_SHOWN : 'Copy the secret now. It is shown only this once.'}
      </Notice>
      {secret !== null && (
        <>
          <div className="flex items-center gap-2 rounded-[10px] border border-line bg-sunken/70 px-3 py-2">
            <code className="figures min-w-0 grow text-sm wrap-anywhere">{secret}</code>
            <CopyButton text={secret} label="Copy secret" />
          </div>
          <p className="text-sm text-muted">
            Your server checks each delivery’s signature with it. How is on the API reference’s Webhooks tab.
          </p>
        </>
      )}
      <div className="flex justify-end">
        <Button onClick={onClose}>Done</Button>
      </div>
    </div>
  );
}

function Form({ address, onClose }: { address: string; onClose: () => void }) {
  const queryClient = useQueryClient();
  const form = useApiForm({
    keep: 'mine/webhook',
    schema: webhookRequest,
    defaultValues: { url: '', events: [...WEBHOOK_EVENTS] },
    mode: 'onTouched',
    send: (body) => api.ask(webhooksApi.createWebhook, { body }),
    onDone: () => queryClient.invalidateQueries(webhooksQuery(address)),
  });
  const { events } = form.formState.errors;
  const created = form.sending.data;
  if (created) return <Created secret={created.secret} onClose={onClose} />;
  return (
    <DialogForm
      form={form}
      failed="The webhook could not be added"
      action="Add webhook"
      close="Cancel"
      onClose={onClose}
    >
      <TextField
        form={form}
        name="url"
        label="Address"
        hint="Must begin with https:// and be reachable from the internet."
        type="url"
        placeholder="https://example.com/mooring"
      />
      <fieldset className="flex flex-col gap-1">
        <legend className="mb-1 text-sm font-medium">Events</legend>
        {WEBHOOK_EVENTS.map((event) => (
          <label key={event} className="flex min-h-9 cursor-pointer items-center gap-3">
            <input
              type="checkbox"
              value={event}
              {...form.register('events')}
              className="size-4.5 shrink-0 accent-teal"
            />
            <code className="text-[0.9375rem]">{event}</code>
          </label>
        ))}
        {events && <p className="text-sm text-coral">{events.message}</p>}
      </fieldset>
    </DialogForm>
  );
}

function WebhookDialog({ address, onClose }: { address: string; onClose: () => void }) {
  return (
    <Dialog
      onClose={onClose}
      title="Add a webhook"
      description="We call this address when something happens to your policies and claims."
    >
      <Form address={address} onClose={onClose} />
    </Dialog>
  );
}

const webhooksQuery = (address: string) =>
  api.query(webhooksApi.listWebhooks, {}, { queryKey: ['webhooks', address] });

function RemoveDialog(props: { address: string; webhook: WebhookAnswer; onClose: () => void }) {
  const { address, webhook, onClose } = props;
  const queryClient = useQueryClient();
  const remove = useMutation({
    mutationFn: () => api.send(webhooksApi.deleteWebhook, { id: webhook.id }),
    onSuccess: async () => {
      await queryClient.invalidateQueries(webhooksQuery(address));
      toast.success('Webhook removed');
      onClose();
    },
  });
  return (
    <Dialog
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
    <PhoneSection title="For developers and auditors">
      <div className="flex flex-col gap-4">
        <p className="text-sm text-muted">
          Read the <TextLink to="/documentation">documentation</TextLink>, call the{' '}
          <TextLink to="/api-reference">API</TextLink>, or <TextLink to="/audit">audit</TextLink> us. A
          webhook is a signed call to your own server when something happens to your policies and claims.
        </p>
        <List address={address} />
      </div>
    </PhoneSection>
  );
}
