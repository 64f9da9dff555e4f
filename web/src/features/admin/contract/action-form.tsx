import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { walletKey } from '../../../../../domain/address.ts';
import { formatAmount } from '../../../../../domain/money.ts';
import { messageOf } from '../../../lib/api/errors.ts';
import { Field, Input } from '../../../ui/field.tsx';
import { Select } from '../../../ui/select.tsx';
import { Notice } from '../../../ui/states.tsx';
import {
  type ContractCall,
  type ContractState,
  contractCalls,
  type PreparedCall,
} from '../../../wallet/contract.ts';
import { words } from '../parts/cells.tsx';
import { ActionForm } from '../record/action-form.tsx';
import { callOf, type Problems, type Values } from './action-values.ts';
import type { ContractAction } from './actions.ts';
import { tokenQuery } from './queries.ts';
import { SendPrepared } from './send-prepared.tsx';

interface Step {
  call: PreparedCall;
  /** What the bytes do, in words. */
  what: string;
}

/** The transactions of a call: a token is first allowed to the contract, then funded. */
async function stepsOf(state: ContractState, call: ContractCall): Promise<Step[]> {
  const { prepareApproval, prepareCall, describeCall } = await contractCalls();
  const sent = prepareCall(state.chain, state.contract, call);
  const last = { call: sent, what: describeCall(sent.data, state.chain) };
  if (call.name !== 'fund') return [last];
  const [token, amount] = call.args;
  const currency = state.currencies.find((one) => one.token === token);
  if (sent.value !== '0' || !currency) return [last];
  const shown = formatAmount(amount, currency.decimals, currency.symbol);
  return [
    {
      call: prepareApproval(state.chain, state.contract, token, amount),
      what: `First let the contract take ${shown} from this wallet`,
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
  const [values, setValues] = useState<Values>({});
  const [problems, setProblems] = useState<Problems>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [steps, setSteps] = useState<readonly Step[] | null>(null);
  const [at, setAt] = useState(0);
  const step = steps?.[at];
  const typed = values.token?.trim() ?? '';
  const isNew = action.fields.some(({ kind }) => kind === 'token') && walletKey(typed)?.length === 42;
  const token = useQuery({ ...tokenQuery(state.chain.chain_id, typed), enabled: isNew });
  const currencies = isNew && token.data ? [...state.currencies, token.data] : state.currencies;
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
        <h3 className="text-sm font-semibold tracking-normal">{step.what}</h3>
        <p className="text-[0.8125rem] text-muted">
          {action.what}
          {action.announced &&
            ' The announcement is public and moves nothing; it can be executed after the delay.'}
        </p>
      </SendPrepared>
    );
  }

  const set = (key: keyof Values) => (value: string) => setValues({ ...values, [key]: value });
  return (
    <ActionForm
      title={action.label}
      action="Continue"
      busy={isNew && token.isPending}
      onClose={onClose}
      onSubmit={() => {
        const made = callOf(action, values, currencies);
        if ('problems' in made) return setProblems(made.problems);
        setProblems({});
        stepsOf(state, made.call).then(setSteps, (error: unknown) => setFailure(messageOf(error)));
      }}
    >
      <p className="text-[0.8125rem] text-muted">
        {action.what}{' '}
        {action.roles.length > 0
          ? `It is sent by the ${action.roles.join(' or the ')}${action.announced ? ', announced first' : ''}.`
          : action.name === 'acceptAdministrator'
            ? 'It is sent by the proposed administrator.'
            : 'Anyone may send it.'}
      </p>
      {action.fields.map((field, index) => (
        <Field
          key={field.key}
          label={field.kind === 'amount' && currency ? `${field.label} in ${currency.symbol}` : field.label}
          error={
            problems[field.key] ??
            (field.kind === 'token' && token.error ? messageOf(token.error) : undefined)
          }
        >
          {(aria) =>
            field.kind === 'role' ? (
              <Select
                {...aria}
                options={field.roles.map((role) => ({ value: role, label: words(role) }))}
                value={values.role ?? ''}
                onChange={set('role')}
                placeholder="Choose a role"
              />
            ) : field.kind === 'currency' ? (
              <Select
                {...aria}
                options={state.currencies.map(({ token, symbol }) => ({ value: token, label: symbol }))}
                value={values.token ?? ''}
                onChange={set('token')}
                placeholder="Choose a currency"
              />
            ) : (
              <Input
                {...aria}
                autoFocus={index === 0}
                autoComplete="off"
                spellCheck={false}
                inputMode={field.kind === 'address' || field.kind === 'token' ? 'text' : 'decimal'}
                placeholder={field.kind === 'address' || field.kind === 'token' ? '0x…' : ''}
                className="figures"
                value={values[field.key] ?? ''}
                onChange={(event) => set(field.key)(event.target.value)}
              />
            )
          }
        </Field>
      ))}
      {failure !== null && <Notice tone="danger">{failure}</Notice>}
    </ActionForm>
  );
}
