import { useNavigate } from '@tanstack/react-router';
import { parseBlock } from '#web/lib/block.ts';
import { HashForm } from '#web/ui/hash-form.tsx';
import { proofIn } from './proof-link.ts';
import { parseQuoteId } from './verdict.ts';

/** What was looked up: a registry id, with the block of its payment and a proof of details if the link names them. */
export type LookUpHandler = (id: string, block: number | null, packed: string | null) => void;

/** The token of a link to a shared proof. */
const SHARED = /\/proof\/([\w-]{22})(?![\w-])/;

type Found = { token: string } | { id: string; block: number | null; packed: string | null };

/** The id in a text or link, and the block and proof that a link has with it; or the token of a shared proof. */
function read(text: string): Found | null {
  const token = SHARED.exec(text)?.[1];
  if (token) return { token };
  const id = parseQuoteId(text);
  return id && { id, block: parseBlock(/[?&]block=(\d+)/.exec(text)?.[1] ?? ''), packed: proofIn(text) };
}

/** What only we know a policy by: its number, or its page behind a sign-in. */
const OURS = /\b(?:POL|HI|CI|TI)-\d+|\/policy\/\d+/i;

const problem = (text: string) =>
  OURS.test(text)
    ? 'The registry does not know policy numbers. Please ask the policyholder for the registry id, 0x and 64 digits, or for a link that proves the policy.'
    : 'Please enter a link from a policyholder, the text of a QR code, or a registry id: 0x and 64 digits.';

export function LookUpForm({ onLookUp }: { onLookUp: LookUpHandler }) {
  const navigate = useNavigate();
  return (
    <HashForm
      label="Registry id or link"
      hint="The registry id is on the certificate and on the policy’s page. A link and the text of the QR code work too."
      read={read}
      problem={problem}
      action="Look up"
      onSubmit={(found) =>
        'token' in found
          ? void navigate({ to: '/proof/$token', params: { token: found.token } })
          : onLookUp(found.id, found.block, found.packed)
      }
    />
  );
}
