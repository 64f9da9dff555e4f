import { parseBlock } from '../../lib/block.ts';
import { HashForm } from '../../ui/hash-form.tsx';
import { parseQuoteId } from './verdict.ts';

/** The id in a text or link, and the block that a link names with it. */
function read(text: string) {
  const id = parseQuoteId(text);
  return id && { id, block: parseBlock(/[?&]block=(\d+)/.exec(text)?.[1] ?? '') };
}

export function LookUpForm({ onLookUp }: { onLookUp: (id: string, block: number | null) => void }) {
  return (
    <HashForm
      label="Policy’s id"
      hint="You find it on the certificate and on the policy’s page as the quote id. The link from the QR code works too."
      read={read}
      problem="Please enter 0x and 64 digits, as printed on the certificate."
      action="Look up"
      onSubmit={({ id, block }) => onLookUp(id, block)}
    />
  );
}
