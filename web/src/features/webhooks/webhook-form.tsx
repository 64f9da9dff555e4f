import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import type * as z from 'zod';
import { WEBHOOK_EVENTS, webhookRequest } from '../../../../domain/webhooks/schema.ts';
import { messageOf } from '../../lib/api/errors.ts';
import { showIssues } from '../../lib/api/show-issues.ts';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field, Input } from '../../ui/field.tsx';
import { ErrorState, Notice } from '../../ui/states.tsx';
import { createWebhook, webhooksKey } from './queries.ts';

type Entered = z.output<typeof webhookRequest>;

/** The secret, which is shown only once. */
function Secret({ secret, onClose }: { secret: string; onClose: () => void }) {
  return (
    <div className="flex flex-col gap-5">
      <Notice tone="waiting">Copy the secret now. It is shown only this once.</Notice>
      <div className="flex items-center gap-2 rounded-[10px] border border-line bg-sunken/70 px-3 py-2">
        <code className="figures min-w-0 grow text-sm wrap-anywhere">{secret}</code>
        <CopyButton text={secret} label="Copy secret" />
      </div>
      <p className="text-sm text-muted">
        Your server checks each delivery’s signature with it. How is on the API reference’s Webhooks tab.
      </p>
      <div className="flex justify-end">
        <Button onClick={onClose}>Done</Button>
      </div>
    </div>
  );
}

function Form({ address, onClose }: { address: string; onClose: () => void }) {
  const queryClient = useQueryClient();
  const form = useForm<Entered>({
    resolver: zodResolver(webhookRequest),
    defaultValues: { url: '', events: [...WEBHOOK_EVENTS] },
    mode: 'onTouched',
  });
  const { errors } = form.formState;
  const create = useMutation({
    mutationFn: createWebhook,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: webhooksKey(address) }),
    onError: (error) => showIssues(form, error, ['url', 'events']),
  });
  if (create.data) return <Secret secret={create.data.secret} onClose={onClose} />;
  return (
    <form
      noValidate
      className="flex flex-col gap-5"
      onSubmit={(event) => void form.handleSubmit((next) => create.mutate(next))(event)}
    >
      <Field
        label="Address"
        hint="Must begin with https:// and be reachable from the internet."
        error={errors.url?.message}
      >
        {(aria) => (
          <Input {...aria} {...form.register('url')} type="url" placeholder="https://example.com/mooring" />
        )}
      </Field>
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
        {errors.events && <p className="text-sm text-coral">{errors.events.message}</p>}
      </fieldset>
      {create.isError && (
        <ErrorState title="The webhook could not be added">{messageOf(create.error)}</ErrorState>
      )}
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" busy={create.isPending}>
          Add webhook
        </Button>
      </div>
    </form>
  );
}

/** A new webhook and then its secret. */
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
