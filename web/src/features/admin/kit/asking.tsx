/** Forms as data: fields, what they send, and what is said of it. */
import { type ComponentType, type ReactNode, useState } from 'react';
import type { DefaultValues, FieldValues } from 'react-hook-form';
import type * as z from 'zod';
import { ActionForm, FormError, sendByKey } from '#web/features/admin/parts/action-form.tsx';
import { useApiForm } from '#web/lib/api/use-api-form.ts';
import type { KeptKey } from '#web/lib/kept/kept.ts';
import type { Keep } from '#web/lib/kept/use-kept-form.ts';
import { Button } from '#web/ui/button.tsx';
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
      const { key, run, done, failed = '', undo, mine, Next } = asked;
      const [next, setNext] = useState<{ values: Sent } | null>(null);
      const fields = typeof asked.fields === 'function' ? asked.fields(record) : asked.fields;
      const form = useApiForm({
        keep: fields.length === 0 ? null : (`${keep(record)}/${key}` as KeptKey),
        schema: typeof asked.schema === 'function' ? asked.schema(record) : asked.schema,
        ...(asked.start && { defaultValues: asked.start(record) }),
        send: async (values) => {
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
        },
      });
      if (Next && next) return <Next {...props} values={next.values} />;
      return (
        <ActionForm
          title={of(asked.title, record)}
          action={of(asked.button ?? asked.label, record)}
          danger={asked.variant === 'danger'}
          form={form}
          onClose={onClose}
        >
          {asked.about && <p className="text-[0.8125rem] text-muted">{asked.about(record)}</p>}
          <Fields form={form} fields={fields} focus />
        </ActionForm>
      );
    };

/** Actions of a kind that ask for something first. */
export const askingOf = <R,>(keep: KeepOf<R>) => {
  const form = formOf(keep);
  return <Entered extends FieldValues, Sent>(asked: Asked<R, Entered, Sent> & Offer<R>): RecordAction<R> => ({
    ...asked,
    Form: form(asked),
  });
};

interface AskProps<Entered extends FieldValues, Sent, Answer> extends Keep {
  schema: z.ZodType<Sent, Entered>;
  start: DefaultValues<NoInfer<Entered>>;
  fields: readonly FieldSpec<NoInfer<Entered>>[];
  send: (values: Sent) => Promise<Answer>;
  onDone?: (answer: Answer) => unknown;
  action: string;
  danger?: boolean;
  /** Whether something else is the next step. */
  quiet?: boolean;
  /** Whether it can be sent only once every field is filled. */
  filled?: boolean;
  focus?: boolean;
  /** Empties it once it was sent. */
  resets?: boolean;
  onCancel?: (() => void) | undefined;
  /** The way back; Cancel by default. */
  back?: string;
  /** Beside the buttons. */
  more?: ReactNode;
  children?: ReactNode;
}

/** A form in a card or a dialog. */
export function Ask<Entered extends FieldValues, Sent, Answer>(props: AskProps<Entered, Sent, Answer>) {
  const { keep, schema, start, fields, send, onDone, action, danger, filled, focus, onCancel } = props;
  const form = useApiForm({
    keep,
    schema,
    defaultValues: start,
    send,
    onDone: (answer: Answer) => {
      if (props.resets) form.reset();
      return onDone?.(answer);
    },
  });
  const values = form.watch(fields.map(({ name }) => name));
  return (
    <form
      noValidate
      className="flex flex-col items-start gap-3"
      onSubmit={form.submit}
      onKeyDownCapture={sendByKey}
    >
      {props.children}
      <Fields form={form} fields={fields} focus={focus} />
      <FormError error={form.sending.error} />
      <div className="flex flex-wrap gap-2">
        <Button
          type="submit"
          size="small"
          variant={danger ? 'danger' : props.quiet ? 'secondary' : 'primary'}
          disabled={filled && values.some((value) => String(value).trim() === '')}
          busy={form.sending.isPending}
        >
          {action}
        </Button>
        {onCancel && (
          <Button size="small" variant="quiet" onClick={onCancel}>
            {props.back ?? 'Cancel'}
          </Button>
        )}
        {props.more}
      </div>
    </form>
  );
}
