import { useNavigate } from '@tanstack/react-router';
import type { LookUpHandler } from './look-up-form.tsx';
import { proofFragment } from './proof-link.ts';

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
