import { useNavigate } from '@tanstack/react-router';

/** Opens the page of a policy's id, with the block that is said to hold its payment. */
export function useLookUp() {
  const navigate = useNavigate();
  return (quoteId: string, block: number | null) =>
    void navigate({ to: '/verify/$quoteId', params: { quoteId }, search: block === null ? {} : { block } });
}
