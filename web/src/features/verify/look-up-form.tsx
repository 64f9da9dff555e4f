import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { parseBlock } from '#web/lib/block.ts';
import { FileDrop } from '#web/ui/file-drop.tsx';
import { Fold } from '#web/ui/fold.tsx';
import { HashForm } from '#web/ui/hash-form.tsx';
import { Section } from '#web/ui/section.tsx';
import { Notice } from '#web/ui/states.tsx';
import { proofFragment, proofIn } from './proof-link.ts';
import { loadProofs } from './queries.ts';
import { parseQuoteId } from './verdict.ts';

/** The proof in a file, as a link carries it. Throws if it is none. */
async function readProofFile(file: File) {
  const { packProof, proofInFile } = await loadProofs();
  const proof = await proofInFile(file);
  return { quoteId: proof.quote_id, block: proof.block, packed: await packProof(proof) };
}

interface FoundProof {
  quoteId: string;
  /** The block of the payment, where no contract keeps a registry. */
  block: number | null;
  packed: string;
}

/** Takes a proof's file, which never leaves the browser. */
export function ProofDrop(props: { onProof: (proof: FoundProof) => void; folded?: boolean }) {
  const { onProof, folded = false } = props;
  const reading = useMutation({ mutationFn: readProofFile, onSuccess: onProof });
  const content = (
    <>
      <p className="mb-4 text-[0.9375rem] text-muted">
        A policyholder can prove single facts of a policy, such as its address or its cover, without showing
        the rest. If you got a link, just open it.
      </p>
      <FileDrop
        label="Choose the proof’s file"
        hint="A JSON file from a policyholder, or the one attached to a certificate. It stays in this browser."
        accept={['.json', 'application/json']}
        disabled={reading.isPending}
        onFiles={([file]) => file && reading.mutate(file)}
      />
      {reading.isError && (
        <div className="mt-4">
          <Notice tone="danger">
            This file is not a proof of a policy’s details, or it is incomplete. Please ask for it again.
          </Notice>
        </div>
      )}
    </>
  );
  const title = 'Check a file that proves details';
  return folded ? (
    <div className="print:hidden">
      <Fold title={title}>{content}</Fold>
    </div>
  ) : (
    <Section title={title}>{content}</Section>
  );
}

/** Opens the page of a registry id, with the block that is said to hold its payment and a proof to check. */
export function useLookUp(): LookUpHandler {
  const navigate = useNavigate();
  return (quoteId, block, packed) =>
    void navigate({
      to: '/verify/$quoteId',
      params: { quoteId },
      search: block === null ? {} : { block },
      hash: packed === null ? '' : proofFragment(packed),
    });
}

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
