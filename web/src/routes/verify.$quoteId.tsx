import { createFileRoute, useLocation } from '@tanstack/react-router';
import { useLookUp } from '#web/features/verify/look-up-form.tsx';
import { proofIn } from '#web/features/verify/proof-link.ts';
import { VerifyScreen } from '#web/features/verify/verify-screen.tsx';
import { pageTitle } from '#web/lib/title.ts';

function VerifyPage() {
  const { quoteId } = Route.useParams();
  const { block } = Route.useSearch();
  const packed = proofIn(useLocation({ select: ({ hash }) => hash }));
  return <VerifyScreen id={quoteId} block={block ?? null} packed={packed} onLookUp={useLookUp()} />;
}

export const Route = createFileRoute('/verify/$quoteId')({
  validateSearch: ({ block }: Record<string, unknown>): { block?: number } => {
    const digits = String(block ?? '');
    return /^[1-9]\d{0,11}$/.test(digits) ? { block: Number(digits) } : {};
  },
  head: pageTitle('Verify a policy'),
  component: VerifyPage,
});
