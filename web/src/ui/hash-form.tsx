import { type ReactNode, useState } from 'react';
import { Button } from './button.tsx';
import { Field, Input } from './field.tsx';

interface HashFormProps {
  label: string;
  /** Where to find the hash. */
  hint: ReactNode;
  /** Initial value of the field. */
  first?: string;
  /** The hash in the entered text, or null. */
  read: (text: string) => string | null;
  /** The message for text without a hash. */
  problem: string;
  /** The label of the button. */
  action: string;
  busy?: boolean;
  onSubmit: (hash: string) => void;
  /** Fields above it. */
  children?: ReactNode;
}

/** A form for 32 bytes in hexadecimal, as wallets and certificates show them. It submits only complete values. */
export function HashForm(props: HashFormProps) {
  const { label, hint, first = '', read, problem, action, busy = false, onSubmit, children } = props;
  const [text, setText] = useState(first);
  const [wrong, setWrong] = useState(false);
  return (
    <form
      noValidate
      className="flex flex-col gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        const hash = read(text);
        setWrong(hash === null);
        if (hash !== null) onSubmit(hash);
      }}
    >
      {children}
      <Field label={label} hint={hint} error={wrong ? problem : undefined}>
        {(aria) => (
          <Input
            {...aria}
            className="figures"
            autoComplete="off"
            spellCheck={false}
            placeholder="0x…"
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </Field>
      <Button type="submit" busy={busy} className="self-start">
        {action}
      </Button>
    </form>
  );
}
