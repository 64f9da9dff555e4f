import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import type { BaseSyntheticEvent } from 'react';
import { type FieldPath, type FieldValues, type UseFormProps, useForm } from 'react-hook-form';
import type * as z from 'zod';
import { showIssues } from './show-issues.ts';

interface ApiFormOptions<Entered extends FieldValues, Sent, Answer>
  extends Omit<UseFormProps<Entered, unknown, Sent>, 'resolver'> {
  schema: z.ZodType<Sent, Entered>;
  send: (values: Sent) => Promise<Answer>;
  onDone?: (answer: Answer, sent: Sent) => unknown;
  onFailed?: (error: Error) => unknown;
}

/**
 * A form that is validated by the API's own schema, on submit: an error that appears on blur would move the button away
 * from under the click. The server's complaints appear at their fields and any failure in `sending.error`; what was typed
 * stays.
 */
export function useApiForm<Entered extends FieldValues, Sent, Answer>({
  schema,
  send,
  onDone,
  onFailed,
  ...options
}: ApiFormOptions<Entered, Sent, Answer>) {
  const form = useForm<Entered, unknown, Sent>({ resolver: zodResolver(schema), ...options });
  const sending = useMutation({
    mutationFn: send,
    onSuccess: (answer, sent) => onDone?.(answer, sent),
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
