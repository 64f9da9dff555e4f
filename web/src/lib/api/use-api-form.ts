import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import type { BaseSyntheticEvent } from 'react';
import type { FieldPath, FieldValues, UseFormProps, UseFormReturn } from 'react-hook-form';
import type * as z from 'zod';
import { keep as keepText } from '#web/lib/kept/kept.ts';
import { type Keep, useKeptForm } from '#web/lib/kept/use-kept-form.ts';
import { issuesOf } from './errors.ts';

function showIssues<Values extends FieldValues>(
  { setError }: Pick<UseFormReturn<Values>, 'setError'>,
  error: unknown,
  fields: readonly FieldPath<Values>[],
): void {
  for (const { path, message } of issuesOf(error)) {
    const field = fields.find((name) => name === path);
    if (field) setError(field, { message });
  }
}

interface ApiFormOptions<Entered extends FieldValues, Sent, Answer>
  extends Keep,
    Omit<UseFormProps<Entered, unknown, Sent>, 'resolver'> {
  schema: z.ZodType<Sent, Entered>;
  /** Answers false if it said itself that nothing was sent. */
  send: (values: Sent) => Promise<Answer>;
  onDone?: (answer: Answer, sent: Sent) => unknown;
  onFailed?: (error: Error) => unknown;
}

/**
 * A form that is validated by the API's own schema, on submit: an error that appears on blur would move the button away
 * from under the click. The server's complaints appear at their fields and any failure in `sending.error`; what was typed
 * stays, across pages and visits too.
 */
export function useApiForm<Entered extends FieldValues, Sent, Answer>({
  schema,
  send,
  onDone,
  onFailed,
  ...options
}: ApiFormOptions<Entered, Sent, Answer>) {
  const form = useKeptForm<Entered, unknown, Sent>({ resolver: zodResolver(schema), ...options });
  const sending = useMutation({
    mutationFn: send,
    onSuccess: (answer, sent) => {
      if (options.keep !== null && answer !== false) void keepText(options.keep, null);
      return onDone?.(answer, sent);
    },
    onError: (error) => {
      showIssues(form, error, Object.keys(form.getValues()) as FieldPath<Entered>[]);
      onFailed?.(error);
    },
    // A form may hold a password.
    gcTime: 0,
  });
  const submit = (event?: BaseSyntheticEvent) =>
    void form.handleSubmit((values) => sending.mutate(values))(event);
  return { ...form, formState: form.formState, sending, submit };
}
