import { useMutation } from '@tanstack/react-query';
import { useSnapshot } from 'valtio';
import { messageOf } from '#web/lib/api/errors.ts';
import { walletSession } from '#web/state/wallet-session.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { NothingThere } from '#web/wallet/nothing-there.tsx';
import { signIn } from './sign-in.ts';

/** Asks for the session's signature, on its own and only when the customer wants it. */
export function SignInCard({ title }: { title: string }) {
  const { wallet, expired } = useSnapshot(walletSession);
  const start = useMutation({ mutationFn: signIn });
  return (
    <Card className="flex flex-col items-start gap-5 p-6 sm:flex-row sm:items-center sm:justify-between sm:p-8">
      <div>
        <h2 className="text-lg">{title}</h2>
        {expired && (
          <p role="status" className="mt-1 max-w-lg font-medium">
            Your session has expired. Sign in again to continue where you are.
          </p>
        )}
        <p className="mt-1 max-w-lg text-muted">
          Your wallet signs a short text to show that it is yours. It is free and moves no money.
        </p>
        {start.isPending && (
          <p role="status" className="mt-2 text-sm text-muted">
            Confirm in {wallet?.name ?? 'your wallet'}.
            <NothingThere />
          </p>
        )}
        {start.error && (
          <p role="alert" className="mt-2 text-sm text-coral">
            {messageOf(start.error)}
          </p>
        )}
      </div>
      <Button busy={start.isPending} onClick={() => start.mutate()} className="shrink-0">
        Sign In
      </Button>
    </Card>
  );
}
