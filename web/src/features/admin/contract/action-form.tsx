import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import * as z from 'zod';
import { walletKey } from '#domain/address.ts';
import * as chainsApi from '#domain/admin/chains-api.ts';
import { stopReason, type stopRequest } from '#domain/admin/stops-schema.ts';
import { formatAmount, formatUsd, grouped } from '#domain/money.ts';
import { ActionForm, NoteForm } from '#web/features/admin/parts/action-form.tsx';
import { words } from '#web/features/admin/parts/cells.tsx';
import { adminApi } from '#web/features/admin/queries.ts';
import { useAdmin } from '#web/features/admin/use-admin.ts';
import { messageOf } from '#web/lib/api/errors.ts';
import { useApiForm } from '#web/lib/api/use-api-form.ts';
import { NumberField, SelectField, TextField, TYPED_HASH } from '#web/ui/form.tsx';
import {
  type ContractCall,
  type ContractState,
  contractCalls,
  contractReads,
  type PreparedCall,
  type TokenFacts,
} from '#web/wallet/contract.ts';
import { callOf } from './action-values.ts';
import type { ContractAction } from './actions.ts';
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

/** A token that is not one of the pool's currencies yet. */
const tokenQuery = (chainId: number, token: string) =>
  queryOptions({
    queryKey: ['chain', 'token', chainId, token],
    queryFn: async () => (await contractReads()).readToken(chainId, token),
    staleTime: Number.POSITIVE_INFINITY,
  });

interface Step {
  call: PreparedCall;
  title: string;
}

/** The transactions of a call: a token is first allowed to the contract, then funded. */
async function stepsOf(state: ContractState, { label }: ContractAction, call: ContractCall): Promise<Step[]> {
  const { prepareApproval, prepareCall } = await contractCalls();
  const sent = prepareCall(state.chain, state.contract, call);
  const last = { call: sent, title: label };
  if (call.name !== 'fund') return [last];
  const [token, amount] = call.args;
  const currency = state.currencies.find((one) => one.token === token);
  if (sent.value !== '0' || !currency) return [last];
  const shown = formatAmount(amount, currency.decimals, currency.symbol);
  return [
    {
      call: prepareApproval(state.chain, state.contract, token, amount),
      title: `First let the contract take ${shown} from this wallet`,
    },
    last,
  ];
}

interface ContractActionFormProps {
  action: ContractAction;
  state: ContractState;
  onClose: () => void;
  onDone: () => void;
}

/** The form of one of the contract's actions, and then its transactions one by one. */
export function ContractActionForm({ action, state, onClose, onDone }: ContractActionFormProps) {
  const [steps, setSteps] = useState<readonly Step[] | null>(null);
  const [at, setAt] = useState(0);
  const step = steps?.[at];
  const form = useApiForm({
    keep: `desk/contract/${action.label}`,
    schema: z.record(z.string(), z.string().optional()).transform((values, context) => {
      const made = callOf(action, values, currencies, state.recovery);
      if ('call' in made) return made.call;
      for (const [key, message] of Object.entries(made.problems)) {
        context.addIssue({ code: 'custom', path: [key], message });
      }
      return z.NEVER;
    }),
    defaultValues: {} as Record<string, string | undefined>,
    send: async (call): Promise<void> => setSteps(await stepsOf(state, action, call)),
  });
  const typed = form.watch('token')?.trim() ?? '';
  const isNew = action.fields.some(({ kind }) => kind === 'token') && walletKey(typed)?.length === 42;
  const token = useQuery({ ...tokenQuery(state.chain.chain_id, typed), enabled: isNew });
  const currencies: readonly TokenFacts[] =
    isNew && token.data ? [...state.currencies, token.data] : state.currencies;
  const currency = currencies.find((one) => one.token === typed);

  if (steps && step) {
    const isLast = at === steps.length - 1;
    return (
      <SendPrepared
        key={at}
        call={step.call}
        action={isLast ? (action.announced ? 'Announce' : action.label) : 'Allow'}
        onCancel={onClose}
        onDone={() => {
          onDone();
          if (!isLast) setAt(at + 1);
        }}
      >
        <h3 className="text-sm font-semibold tracking-normal wrap-anywhere">{step.title}</h3>
        <p className="text-[0.8125rem] text-muted">
          {action.what}
          {action.announced &&
            ' The announcement is public and moves nothing; it can be executed after the delay.'}
        </p>
      </SendPrepared>
    );
  }

  const { submit, sending } = form;
  const isPending = sending.isPending || (isNew && token.isPending);
  return (
    <ActionForm
      title={action.label}
      action="Continue"
      form={{ submit, sending: { isPending, error: sending.error } }}
      onClose={onClose}
    >
      <p className="text-[0.8125rem] text-muted">
        {action.what}{' '}
        {action.roles.length > 0
          ? `It is sent by the ${action.roles.join(' or the ')}${action.announced ? ', announced first' : ''}.`
          : 'Anyone may send it.'}
      </p>
      {action.fields.map(({ key, kind, label, stays, ...field }, index) => {
        const common = {
          form,
          name: key,
          label: kind === 'amount' && currency ? `${label} in ${currency.symbol}` : label,
        };
        if ('roles' in field) {
          const options = field.roles.map((role) => ({ value: role, label: words(role) }));
          return <SelectField {...common} key={key} options={options} placeholder="Choose a role" />;
        }
        if (kind === 'currency') {
          const options = state.currencies.map(({ token, symbol }) => ({ value: token, label: symbol }));
          return <SelectField {...common} key={key} options={options} placeholder="Choose a currency" />;
        }
        const isAddress = kind === 'address' || kind === 'token';
        const typed = { ...common, autoFocus: index === 0 };
        if (!isAddress) {
          const places = kind === 'dollars' ? 0 : (currency?.decimals ?? 0);
          return (
            <NumberField
              {...typed}
              key={key}
              className="figures"
              places={places}
              shown={kind === 'dollars' ? (usd) => formatUsd(Number(usd)) : grouped}
              placeholder={stays ? 'as it is' : ''}
            />
          );
        }
        return (
          <TextField
            {...typed}
            {...TYPED_HASH}
            key={key}
            error={kind === 'token' && token.error ? messageOf(token.error) : undefined}
          />
        );
      })}
    </ActionForm>
  );
}
