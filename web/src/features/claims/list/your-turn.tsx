import { useQuery } from '@tanstack/react-query';
import { claimsQuery } from '#web/features/claims/queries.ts';
import { longDate } from '#web/lib/format.ts';
import { useAddress } from '#web/state/wallet-session.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/states.tsx';

/** The claims that wait for their holder, each with what to do and by when. Renders nothing without any. */
export function YourTurn() {
  const { data } = useQuery(claimsQuery(useAddress()));
  const waiting = data?.filter(({ next }) => next.actor === 'customer') ?? [];
  if (waiting.length === 0) return null;
  return (
    <ul aria-label="Claims that wait for you" className="flex flex-col gap-3">
      {waiting.map(({ id, claim_number: number, next: { step, due } }) => (
        <li key={id}>
          <Notice
            tone="waiting"
            actions={
              <ButtonLink
                to="/claim/$claimId"
                params={{ claimId: String(id) }}
                aria-label={`Open ${number}`}
                size="small"
              >
                Open the claim
              </ButtonLink>
            }
          >
            <span className="font-medium">Your claim {number} is waiting for you.</span> {step}
            {due !== null && ` We need this by ${longDate(due)}.`}
          </Notice>
        </li>
      ))}
    </ul>
  );
}
