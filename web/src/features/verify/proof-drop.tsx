import { useMutation } from '@tanstack/react-query';
import { FileDrop } from '#web/ui/file-drop.tsx';
import { Fold } from '#web/ui/fold.tsx';
import { Section } from '#web/ui/section.tsx';
import { Notice } from '#web/ui/states.tsx';
import { loadProofs } from './queries.ts';

/** The proof in a file, as a link carries it. Throws if it is none. */
async function readProofFile(file: File) {
  const { packProof, proofInFile } = await loadProofs();
  const proof = await proofInFile(file);
  return { quoteId: proof.quote_id, block: proof.block, packed: await packProof(proof) };
}

export interface FoundProof {
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
