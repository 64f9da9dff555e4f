import { parseBlock } from '../../lib/block.ts';
import { HashForm } from '../../ui/hash-form.tsx';
import { proofIn } from './proof-link.ts';
import { parseQuoteId } from './verdict.ts';

/** What was looked up: a policy's id, with the block of its payment and a proof of details if the link names them. */
export type LookUpHandler = (id: string, block: number | null, packed: string | null) => void;

/** The id in a text or link, and the block and proof that a link has with it. */
function read(text: string) {
  const id = parseQuoteId(text);
  return id && { id, block: parseBlock(/[?&]block=(\d+)/.exec(text)?.[1] ?? ''), packed: proofIn(text) };
}

export function LookUpForm({ onLookUp }: { onLookUp: LookUpHandler }) {
  return (
    <HashForm
      label="Policy’s id"
      hint="You find it on the certificate and on the policy’s page as the quote id. The link from the QR code works too."
      read={read}
      problem="Please enter 0x and 64 digits, as printed on the certificate."
      action="Look up"
      onSubmit={({ id, block, packed }) => onLookUp(id, block, packed)}
    />
  );
}
