import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';
import { issuesOf } from './errors.ts';

export function showIssues<Values extends FieldValues>(
  { setError }: Pick<UseFormReturn<Values>, 'setError'>,
  error: unknown,
  fields: readonly FieldPath<Values>[],
): void {
  for (const { path, message } of issuesOf(error)) {
    const field = fields.find((name) => name === path);
    if (field) setError(field, { message });
  }
}
