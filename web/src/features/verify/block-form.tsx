import { useState } from 'react';
import { parseBlock } from '../../lib/block.ts';
import { BlockField } from '../../ui/block-field.tsx';
import { Button } from '../../ui/button.tsx';

export function BlockForm({ onBlock }: { onBlock: (block: number) => void }) {
  const [text, setText] = useState('');
  const [tried, setTried] = useState(false);
  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        const block = parseBlock(text);
        setTried(true);
        if (block !== null) onBlock(block);
      }}
    >
      <BlockField text={text} onText={setText} tried={tried} />
      <Button type="submit" className="self-start">
        Read the block
      </Button>
    </form>
  );
}
