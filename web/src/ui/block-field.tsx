import { parseBlock } from '../lib/block.ts';
import { Field, Input } from './field.tsx';

interface BlockFieldProps {
  text: string;
  onText: (text: string) => void;
  /** Whether the person has tried to continue with it. */
  tried: boolean;
}

export function BlockField({ text, onText, tried }: BlockFieldProps) {
  const wrong = tried && parseBlock(text) === null;
  return (
    <Field label="Block number" error={wrong ? 'Please enter the number of a block.' : undefined}>
      {(aria) => (
        <Input
          {...aria}
          className="figures"
          inputMode="numeric"
          autoComplete="off"
          value={text}
          onChange={(event) => onText(event.target.value)}
        />
      )}
    </Field>
  );
}
