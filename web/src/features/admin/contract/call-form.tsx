import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import * as z from 'zod';
import { walletKey } from '#domain/address.ts';
import { stopReason } from '#domain/admin/stops-schema.ts';
import { type FieldSpec, Fields } from '#web/features/admin/kit/fields.tsx';
import { SendPrepared } from '#web/features/admin/kit/send-prepared.tsx';
import { ActionForm } from '#web/features/admin/parts/action-form.tsx';
import { deskCache } from '#web/features/admin/queries.ts';
import { useAdmin } from '#web/features/admin/use-admin.ts';
import { messageOf } from '#web/lib/api/errors.ts';
import { useApiForm } from '#web/lib/api/use-api-form.ts';
import type { ContractState } from '#web/wallet/contract.ts';
import { argumentsOf } from './arguments.ts';
import { type Doing, noteStop, type Step, stepsOf, tellDone, tokenQuery } from './doing.tsx';

const REASON: FieldSpec = { name: 'reason', label: 'Reason', kind: 'note', maxLength: 500, focus: true };

interface CallFormProps {
  doing: Doing;
  state: ContractState;
  onClose: () => void;
}

/** What a call of the contract asks, and then its transactions one by one. */
export function CallForm({ doing, state, onClose }: CallFormProps) {
  const { title, button, what, of, stop } = doing;
  const chainId = state.chain.chain_id;
  // On chain the wallet's role counts. Whoever may not change settings can stop it all the same, without a line here.
  const isNoted = useAdmin().may('settings.write') && stop !== undefined;
  const [asked, setAsked] = useState<{ steps: readonly Step[]; reason?: string } | null>(
    'call' in of && !isNoted ? { steps: [{ call: of.call, title }] } : null,
  );
  const [at, setAt] = useState(0);

  const listed = (token: string) => state.currencies.find((one) => one.token === token);
  const currencyOf = (token: string) =>
    listed(token) ?? deskCache.getQueryData(tokenQuery(chainId, token).queryKey);
  const asks = (token: string) => {
    const { fields, shape } =
      'action' in of
        ? argumentsOf({ action: of.action, currencies: state.currencies, currency: currencyOf(token) })
        : { fields: [], shape: {} };
    return isNoted
      ? { fields: [...fields, REASON], shape: { ...shape, reason: stopReason } }
      : { fields, shape };
  };
  const tokenIn = ({ token = '' }: Record<string, string>) => token.trim();
  const form = useApiForm({
    keep: `desk/contract/${title}`,
    schema: z.record(z.string(), z.string()).transform((values, context) => {
      const read = z.object(asks(tokenIn(values)).shape).safeParse(values);
      if (read.success) return read.data as Record<string, unknown>;
      for (const { path, message } of read.error.issues) context.addIssue({ code: 'custom', path, message });
      return z.NEVER;
    }),
    defaultValues: Object.fromEntries(asks('').fields.map(({ name }) => [name, ''])),
    send: async ({ reason, ...args }): Promise<void> =>
      setAsked({ steps: await stepsOf(state, doing, args), ...(isNoted && { reason: String(reason) }) }),
  });
  const chosen = tokenIn(form.watch());
  const isNew = listed(chosen) === undefined && walletKey(chosen)?.length === 42;
  const typed = useQuery({ ...tokenQuery(chainId, chosen), enabled: isNew });
  const error = typed.error ? messageOf(typed.error) : undefined;

  const step = asked?.steps[at];
  if (asked && step) {
    const { steps, reason } = asked;
    const isLast = at === steps.length - 1;
    return (
      <SendPrepared
        key={at}
        call={step.call}
        action={isLast ? button : 'Allow'}
        onCancel={onClose}
        onDone={() => {
          void deskCache.invalidateQueries({ queryKey: ['chain'] });
          if (isLast) tellDone(state, doing);
          else setAt(at + 1);
        }}
        {...(reason &&
          stop && {
            report: ({ hash }) => noteStop(chainId, { ...stop, reason, transaction_hash: hash }),
          })}
      >
        <h3 className="text-sm font-semibold tracking-normal wrap-anywhere">{step.title}</h3>
        {what && <p className="text-[0.8125rem] text-muted">{what}</p>}
      </SendPrepared>
    );
  }
  const isPending = form.sending.isPending || typed.isLoading;
  return (
    <ActionForm
      title={title}
      action="Continue"
      form={{ submit: form.submit, sending: { ...form.sending, isPending } }}
      onCancel={onClose}
    >
      {what && <p className="text-[0.8125rem] text-muted">{what}</p>}
      <Fields
        form={form}
        fields={asks(chosen).fields.map((field) => (field.name === 'token' ? { ...field, error } : field))}
        focus
      />
    </ActionForm>
  );
}
