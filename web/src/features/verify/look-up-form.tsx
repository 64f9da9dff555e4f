import { parseBlock } from '../../lib/block.ts';
import { HashForm } from '../../ui/hash-form.tsx';
import { parseQuoteId } from './verdict.ts';

const BLOCK = '?block=';

/** The id in a text or link, and the block that a link names with it. */
function read(text: string): string | null {
  const id = parseQuoteId(text);
  const block = /[?&]block=(\d+)/.exec(text)?.[1];
  return id !== null && block ? `${id}${BLOCK}${block}` : id;
}

/** A form for a policy's id, or a link that contains one. */
export function LookUpForm({ onLookUp }: { onLookUp: (id: string, block: number | null) => void }) {
  return (
    <HashForm
      label="Policy’s id"
      hint="You find it on the certificate and on the policy’s page as the quote id. The link from the QR code works too."
      read={read}
      problem="Please enter 0x and 64 digits, as printed on the certificate."
      action="Look up"
      onSubmit={(found) => {
        const [id = '', block = ''] = found.split(BLOCK);
        onLookUp(id, parseBlock(block));
      }}
    />
  );
}
