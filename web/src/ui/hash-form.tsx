import { type ReactNode, useState } from 'react';
import { Button } from './button.tsx';
import { TYPED_HASH } from './field.tsx';
import { LabeledInput } from './labeled.tsx';

interface HashFormProps<Value> {
  label: string;
  hint: ReactNode;
  first?: string;
  /** What the entered text names, or null. */
  read: (text: string) => Value | null;
  /** The message for text without a hash. */
  problem: string | ((text: string) => string);
  action: string;
  busy?: boolean;
  onSubmit: (value: Value) => void;
  children?: ReactNode;
}

/** A form for 32 bytes in hexadecimal, as wallets and certificates show them. It submits only complete values. */
export function HashForm<Value>(props: HashFormProps<Value>) {
  const { label, hint, first = '', read, problem, action, busy = false, onSubmit, children } = props;
  const [text, setText] = useState(first);
  const [wrong, setWrong] = useState<string | null>(null);
  return (
    <form
      noValidate
      className="flex flex-col gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        const value = read(text);
        setWrong(value === null ? text : null);
        if (value !== null) onSubmit(value);
      }}
    >
      {children}
      <LabeledInput
        {...TYPED_HASH}
        label={label}
        hint={hint}
        error={wrong === null ? undefined : typeof problem === 'string' ? problem : problem(wrong)}
        value={text}
        onText={setText}
      />
      <Button type="submit" busy={busy} className="self-start">
        {action}
      </Button>
    </form>
  );
}
