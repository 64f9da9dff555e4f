import { useQueryClient } from '@tanstack/react-query';
import * as webhooksApi from '#domain/webhooks/api.ts';
import { SECRET_SHOWN, WEBHOOK_EVENTS, webhookRequest } from '#domain/webhooks/schema.ts';
import { api } from '#web/lib/api/api.ts';
import { useApiForm } from '#web/lib/api/use-api-form.ts';
import { Button } from '#web/ui/button.tsx';
import { CopyButton } from '#web/ui/copy.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { DialogForm, TextField } from '#web/ui/form.tsx';
import { Notice } from '#web/ui/states.tsx';
import { webhooksKey } from './queries.ts';

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
    onDone: () => queryClient.invalidateQueries({ queryKey: webhooksKey(address) }),
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

export function WebhookDialog({ address, onClose }: { address: string; onClose: () => void }) {
  return (
    <Dialog
      open
      onClose={onClose}
      title="Add a webhook"
      description="We call this address when something happens to your policies and claims."
    >
      <Form address={address} onClose={onClose} />
    </Dialog>
  );
}
