import { useState } from 'react';
import { BLOCK_WANTED, parseBlock } from '#web/lib/block.ts';
import { Button } from '#web/ui/button.tsx';
import { Field, Input } from '#web/ui/field.tsx';

export function BlockForm({ onBlock }: { onBlock: (block: number) => void }) {
  const [text, setText] = useState('');
  const [tried, setTried] = useState(false);
  const block = parseBlock(text);
  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (block !== null) onBlock(block);
      }}
    >
      <Field label="Block number" error={tried && block === null ? BLOCK_WANTED : undefined}>
        {(aria) => (
          <Input
            {...aria}
            className="figures"
            inputMode="numeric"
            autoComplete="off"
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </Field>
      <Button type="submit" className="self-start">
        Read the block
      </Button>
    </form>
  );
}
