import { createFileRoute } from '@tanstack/react-router';
import { WithdrawScreen } from '../features/withdraw/withdraw-screen.tsx';
import { pageTitle } from '../lib/title.ts';
import { useHashToken } from '../lib/use-hash-token.ts';

function WithdrawPage() {
  return <WithdrawScreen token={useHashToken()} />;
}

export const Route = createFileRoute('/withdraw')({
  head: pageTitle('Withdraw from contract'),
  component: WithdrawPage,
});
