import { HashForm } from '../../ui/hash-form.tsx';
import { parseQuoteId } from './verdict.ts';

/** A form for a policy's id, or a link that contains one. */
export function LookUpForm({ onLookUp }: { onLookUp: (id: string) => void }) {
  return (
    <HashForm
      label="Policy’s id"
      hint="You find it on the certificate and on the policy’s page as the quote id. The link from the QR code works too."
      read={parseQuoteId}
      problem="Please enter 0x and 64 digits, as printed on the certificate."
      action="Look up"
      onSubmit={onLookUp}
    />
  );
}
