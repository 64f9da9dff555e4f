import { useLayoutEffect, useRef } from 'react';
import {
  type FieldPath,
  type FieldValues,
  type PathValue,
  type UseFormProps,
  type UseFormReturn,
  useForm,
} from 'react-hook-form';
import { type KeptKey, keep, keptFor, onKept, readKept } from './kept.ts';

/** Where a form's fields are kept until they are sent or set back. Null for a form with a secret, or with nothing to type. */
export interface Keep {
  keep: KeptKey | null;
}

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** The fields that somebody has changed; null if there are none. */
function changed(values: FieldValues, defaults: FieldValues | undefined): FieldValues | null {
  const fields = Object.entries(values).filter(([name, value]) => !same(value, defaults?.[name]));
  return fields.length === 0 ? null : Object.fromEntries(fields);
}

/** `useForm`, with what was typed kept for the person who typed it. */
export function useKeptForm<Entered extends FieldValues, Context = unknown, Sent = Entered>({
  keep: key,
  ...options
}: UseFormProps<Entered, Context, Sent> & Keep): UseFormReturn<Entered, Context, Sent> {
  const form = useForm<Entered, Context, Sent>(options);
  const { subscribe, setValue, getFieldState, getValues, reset } = form;
  const last = useRef(key);
  useLayoutEffect(() => {
    // The same form may be about another record now.
    if (last.current !== key) reset();
    last.current = key;
    if (key === null) return;
    let owner = keptFor(key);
    let shown: unknown = null;
    // The form also tells of what is no change, such as a blur after it was sent.
    let typed = JSON.stringify(getValues());
    const restore = () => {
      const next = keptFor(key);
      // Nobody sees what somebody else has typed. A visitor who signs in keeps what they typed.
      if (owner !== null && owner !== next) reset();
      owner = next;
      const kept = readKept(key) as FieldValues | null;
      if (kept === null || kept === shown) return;
      shown = kept;
      for (const [name, value] of Object.entries(kept)) {
        const path = name as FieldPath<Entered>;
        if (getFieldState(path).isDirty || same(getValues(path), value)) continue;
        setValue(path, value as PathValue<Entered, typeof path>, { shouldDirty: true });
      }
    };
    restore();
    const stop = [
      onKept(restore),
      subscribe({
        formState: { values: true },
        callback: ({ values, defaultValues }) => {
          const text = JSON.stringify(values);
          if (text === typed) return;
          typed = text;
          const next = changed(values, defaultValues);
          if (same(next, readKept(key))) return;
          shown = next;
          void keep(key, next);
        },
      }),
    ];
    return () => {
      for (const end of stop) end();
    };
  }, [key, subscribe, setValue, getFieldState, getValues, reset]);
  return form;
}
