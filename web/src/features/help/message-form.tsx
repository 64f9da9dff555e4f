import type { ReactNode } from 'react';
import { type FieldValues, useWatch } from 'react-hook-form';
import type * as z from 'zod';
import { reasonOf } from '#web/lib/api/errors.ts';
import { useApiForm } from '#web/lib/api/use-api-form.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { type AnyForm, NoteField, type SentForm } from '#web/ui/form.tsx';
import { ErrorState, Notice } from '#web/ui/states.tsx';

/** What somebody may write to us. The forms show different fields of it, and what was typed stays in all of them. */
const BLANK = {
  name: '',
  email: '',
  subject: '',
  message: '',
  type: 'general',
  category: '',
  priority: 'medium',
  cause: '',
  reference: '',
};
type Words = typeof BLANK;

interface Delivery<Sent, Answer> {
  schema: z.ZodObject & z.ZodType<Sent>;
  send: (sent: Sent) => Promise<Answer>;
  onDone: (answer: Answer) => unknown;
}

/** A form that sends the fields of `schema`, and is blank once they were delivered. */
export function useWords<Sent extends FieldValues, Answer>({ schema, send, onDone }: Delivery<Sent, Answer>) {
  const form = useApiForm<Words, Sent, Answer>({
    keep: 'mine/message',
    // Leaves out the fields of other forms, and refuses a choice that was not made.
    schema: schema.strip() as unknown as z.ZodType<Sent, Words>,
    defaultValues: BLANK,
    send,
    onDone: (answer) => {
      form.reset(BLANK);
      return onDone(answer);
    },
  });
  return form;
}

const named = (value: string) => ({ value, label: value.charAt(0).toUpperCase() + value.slice(1) });
export const namedAll = (values: readonly string[]) => values.map(named);

const HASH = /\b0x[0-9a-f]{64}\b/i;

interface MessageFormProps {
  form: AnyForm<Words> & SentForm;
  /** Of the message itself. */
  label?: string;
  action: string;
  failed: string;
  disabled?: boolean;
  /** What stands where the button would, or beside it. */
  signIn?: ReactNode;
  beside?: ReactNode;
  sent?: ReactNode;
  children: ReactNode;
}

/** The fields of one form, the message and its button. */
export function MessageForm(props: MessageFormProps) {
  const { form, label = 'Message', action, failed, disabled, signIn, beside, sent, children } = props;
  const { isPending, error } = form.sending;
  const [hash] = HASH.exec(useWatch({ control: form.control, name: 'message' })) ?? [];
  return (
    <form noValidate className="flex flex-col gap-5" onSubmit={form.submit}>
      {children}
      <NoteField form={form} name="message" label={label} required rows={6} />
      {hash && (
        <Notice
          actions={
            <ButtonLink to="/find-payment" search={{ tx: hash }} variant="secondary" size="small">
              Look it up
            </ButtonLink>
          }
        >
          That looks like a transaction. We can tell you right away where its policy is.
        </Notice>
      )}
      {error && <ErrorState title={failed}>{reasonOf(error)}</ErrorState>}
      {sent}
      {signIn || (
        <div className="flex flex-wrap gap-3">
          <Button type="submit" busy={isPending} disabled={disabled}>
            {isPending ? 'Sending...' : action}
          </Button>
          {beside}
        </div>
      )}
    </form>
  );
}
