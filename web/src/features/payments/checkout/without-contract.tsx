import { AcceptBox } from '#web/ui/accept-box.tsx';
import { TextLink } from '#web/ui/text-link.tsx';

interface WithoutContractProps {
  network: string;
  accepted: boolean;
  missing: boolean;
  disabled: boolean;
  onAccept: (accepted: boolean) => void;
}

export function WithoutContract({ network, accepted, missing, disabled, onAccept }: WithoutContractProps) {
  return (
    <div>
      <AcceptBox
        name="without-contract"
        checked={accepted}
        disabled={disabled}
        onAccept={onAccept}
        error={missing ? 'Please accept this before you pay' : null}
      >
        I accept that on {network} I pay into Mooring’s own account, that Mooring’s servers keep the rules of
        my policy, and that nothing on the chain enforces its cover, a payout or a refund.
      </AcceptBox>
      <p className="mt-2 text-sm">
        <TextLink to="/terms" hash="networks">
          Terms of this kind of network
        </TextLink>
      </p>
    </div>
  );
}
