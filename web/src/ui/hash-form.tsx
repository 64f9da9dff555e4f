import { type ReactNode, useState } from 'react';
import { Button } from './button.tsx';
import { Field, Input } from './field.tsx';

interface HashFormProps {
  label: string;
  /** Where the hash can be found. */
  hint: ReactNode;
  /** What stands in the field at first. */
  first?: string;
  /** The hash in what was entered, or null when there is none. */
  read: (text: string) => string | null;
  /** What is said then. */
  problem: string;
  /** The button. */
  action: string;
  busy?: boolean;
  onSubmit: (hash: string) => void;
  /** Fields before it. */
  children?: ReactNode;
}

/** Takes 32 bytes in hexadecimal, as wallets and certificates show them, and hands them on only when they are whole. */
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
