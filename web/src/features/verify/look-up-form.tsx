import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Field, Input } from '../../ui/field.tsx';
import { parseQuoteId } from './verdict.ts';

/** Takes a policy's id, or a link that holds one. */
export function LookUpForm({ onLookUp }: { onLookUp: (id: string) => void }) {
  const [text, setText] = useState('');
  const [error, setError] = useState<string>();
  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        const id = parseQuoteId(text);
        setError(id ? undefined : 'Please enter 0x and 64 digits, as printed on the certificate.');
        if (id) onLookUp(id);
      }}
    >
      <Field
        label="Policy’s id"
        hint="It stands on the certificate and on the policy’s page as quote id; the link from the QR code does as well."
        error={error}
      >
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
      <Button type="submit" className="self-start">
        Look up
      </Button>
    </form>
  );
}
