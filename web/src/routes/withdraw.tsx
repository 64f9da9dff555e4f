import { createFileRoute } from '@tanstack/react-router';
import { WithdrawScreen } from '#web/features/withdraw/withdraw-screen.tsx';
import { pageTitle } from '#web/lib/title.ts';
import { useHashToken } from '#web/lib/use-hash-token.ts';

function WithdrawPage() {
  return <WithdrawScreen token={useHashToken()} />;
}

export const Route = createFileRoute('/withdraw')({
  head: pageTitle('Withdraw from contract'),
  component: WithdrawPage,
});
