import { useState } from 'react';
import type * as z from 'zod';
import * as chainsApi from '#domain/admin/chains-api.ts';
import { stopReason, type stopRequest } from '#domain/admin/stops-schema.ts';
import { NoteForm } from '#web/features/admin/parts/action-form.tsx';
import { adminApi } from '#web/features/admin/queries.ts';
import { useAdmin } from '#web/features/admin/use-admin.ts';
import type { PreparedCall } from '#web/wallet/contract.ts';
import { SendPrepared } from './send-prepared.tsx';
import type { Stopping } from './waiting.tsx';

/** Says why something was stopped, or is no longer. */
async function noteStop(chainId: number, body: z.input<typeof stopRequest>) {
  await adminApi.send(chainsApi.noteStop, { chain_id: chainId, body });
  return { done: true, message: 'It is on chain, and the reason is in the audit log.' };
}

interface StopFormProps {
  stop: Stopping;
  chainId: number;
  call: PreparedCall;
  title: string;
  action: string;
  /** What it does, in a sentence. */
  what?: string | undefined;
  onClose: () => void;
  onDone: () => void;
}

/** A veto, a halt or the end of one: asks why, has the wallet send it, and keeps the reason in the audit log. */
export function StopForm({ stop, chainId, call, title, action, what, onClose, onDone }: StopFormProps) {
  const { may } = useAdmin();
  // On chain the wallet's role counts. Whoever may not change settings can stop it all the same, without a line here.
  const [reason, setReason] = useState(may('settings.write') ? null : '');
  const said = what !== undefined && <p className="text-[0.8125rem] text-muted">{what}</p>;
  if (reason === null) {
    return (
      <NoteForm
        keep={`desk/stop/${title}`}
        title={title}
        action="Continue"
        label="Reason"
        schema={stopReason}
        onClose={onClose}
        send={async (text) => {
          setReason(text);
          return true;
        }}
      >
        {said}
      </NoteForm>
    );
  }
  return (
    <SendPrepared
      call={call}
      action={action}
      onCancel={onClose}
      onDone={onDone}
      {...(reason === ''
        ? {}
        : {
            report: ({ hash }: { hash: string }) =>
              noteStop(chainId, { ...stop, reason, transaction_hash: hash }),
          })}
    >
      <h3 className="text-sm font-semibold tracking-normal">{title}</h3>
      {said}
    </SendPrepared>
  );
}
