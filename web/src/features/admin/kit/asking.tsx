/** Forms as data: fields, what they send, and what is said of it. */
import { type ComponentType, type ReactNode, useState } from 'react';
import type { DefaultValues, FieldValues } from 'react-hook-form';
import type * as z from 'zod';
import type { Permission } from '#domain/permissions.ts';
import { ActionForm, type ActionFormProps } from '#web/features/admin/parts/action-form.tsx';
import { useApiForm } from '#web/lib/api/use-api-form.ts';
import type { KeptKey } from '#web/lib/kept/kept.ts';
import type { Keep } from '#web/lib/kept/use-kept-form.ts';
import { type ActionProps, type Offer, of, type RecordAction, type TextOf } from './actions.ts';
import { type FieldSpec, Fields } from './fields.tsx';
import type { Told } from './use-change.ts';

/** What is asked before something is done to a record, what that is, and what is said of it. */
export interface Asked<R, Entered extends FieldValues, Sent>
  extends Pick<Offer<R>, 'key' | 'label' | 'variant'> {
  title: TextOf<R>;
  /** The button; as the label by default. */
  button?: TextOf<R>;
  /** What will happen. */
  about?: (record: R) => ReactNode;
  schema: z.ZodType<Sent, Entered> | ((record: R) => z.ZodType<Sent, Entered>);
  start?: (record: R) => DefaultValues<NoInfer<Entered>>;
  fields: readonly FieldSpec<NoInfer<Entered>>[] | ((record: R) => readonly FieldSpec<NoInfer<Entered>>[]);
  /** Writes it; without it, what was asked only leads to the next step. */
  run?: (record: R, values: Sent) => Promise<unknown>;
  done?: TextOf<R>;
  failed?: string;
  /** Takes it back at once. */
  undo?: (seen: R) => Promise<unknown>;
  /** The values that both changed, for the box that offers either. */
  mine?: (now: R, values: Sent) => ReturnType<NonNullable<Told<R>['mine']>>;
  /** The step after it, in the same place. */
  Next?: ComponentType<ActionProps<R> & { values: Sent }>;
}

/** Where what was typed about a record is kept. */
type KeepOf<R> = (record: R) => KeptKey;

/** The form of what is asked, in the bar or where the record shows what it changes. */
export const formOf =
  <R,>(keep: KeepOf<R>) =>
  <Entered extends FieldValues, Sent>(asked: Asked<R, Entered, Sent>) =>
    function AskedForm(props: ActionProps<R>) {
      const { record, change, onClose } = props;
      const { key, schema, start, run, done, failed = '', undo, mine, Next } = asked;
      const [next, setNext] = useState<{ values: Sent } | null>(null);
      if (Next && next) return <Next {...props} values={next.values} />;
      const fields = typeof asked.fields === 'function' ? asked.fields(record) : asked.fields;
      return (
        <Ask
          keep={fields.length === 0 ? null : (`${keep(record)}/${key}` as KeptKey)}
          schema={typeof schema === 'function' ? schema(record) : schema}
          {...(start && { start: start(record) })}
          fields={fields}
          send={async (values) => {
            const goOn = () => (Next ? setNext({ values }) : onClose());
            if (!run) return goOn();
            const told = {
              failed,
              stays: Next !== undefined,
              ...(done && { done: of(done, record) }),
              ...(undo && { undo }),
              ...(mine && { mine: (now: R) => mine(now, values) }),
            };
            return change.run((seen) => run(seen, values), told, goOn);
          }}
          title={of(asked.title, record)}
          action={of(asked.button ?? asked.label, record)}
          danger={asked.variant === 'danger'}
          onCancel={onClose}
          focus
        >
          {asked.about && <p className="text-[0.8125rem] text-muted">{asked.about(record)}</p>}
        </Ask>
      );
    };

/** Actions of a kind that ask for something first; `needs` is the permission of those that name no other. */
export const askingOf = <R,>(keep: KeepOf<R>, needs: Permission) => {
  const form = formOf(keep);
  return <Entered extends FieldValues, Sent>(
    asked: Asked<R, Entered, Sent> & Omit<Offer<R>, 'needs'> & Partial<Offer<R>>,
  ): RecordAction<R> => ({ needs, ...asked, Form: form(asked) });
};

interface AskProps<Entered extends FieldValues, Sent, Answer>
  extends Keep,
    Omit<ActionFormProps, 'form' | 'disabled'> {
  schema: z.ZodType<Sent, Entered>;
  start?: DefaultValues<NoInfer<Entered>>;
  fields: readonly FieldSpec<NoInfer<Entered>>[];
  send: (values: Sent) => Promise<Answer>;
  onDone?: (answer: Answer) => unknown;
  /** Whether it can be sent only once every field is filled. */
  filled?: boolean;
  focus?: boolean;
  /** Empties it once it was sent. */
  resets?: boolean;
}

/** A form by its fields. */
export function Ask<Entered extends FieldValues, Sent, Answer>(props: AskProps<Entered, Sent, Answer>) {
  const { keep, schema, start, fields, send, onDone, filled, focus, resets, children, ...frame } = props;
  const form = useApiForm({
    keep,
    schema,
    ...(start && { defaultValues: start }),
    send,
    onDone: (answer: Answer) => {
      if (resets) form.reset();
      return onDone?.(answer);
    },
  });
  const values = form.watch(fields.map(({ name }) => name));
  const isMissing = filled && values.some((value) => String(value).trim() === '');
  return (
    <ActionForm {...frame} form={form} disabled={isMissing}>
      {children}
      <Fields form={form} fields={fields} focus={focus} />
    </ActionForm>
  );
}
