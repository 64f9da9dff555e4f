import { Notice } from '../../../ui/states.tsx';

/** Shown while another tab has the wallet open for the same quote. */
export function ElsewhereNotice() {
  return (
    <Notice tone="waiting">
      Another tab is asking your wallet to pay for this quote. Go on there; this page follows by itself.
    </Notice>
  );
}
