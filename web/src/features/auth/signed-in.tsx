import type { ReactNode } from 'react';
import { useSnapshot } from 'valtio';
import { walletSession } from '#web/state/wallet-session.ts';
import { SignInCard } from './sign-in-card.tsx';

interface SignedInProps {
  title: string;
  children: ReactNode;
  /** Heading above the sign-in card, for children that bring their own heading. */
  heading?: ReactNode;
  /** Content below the sign-in card that needs no sign-in. */
  after?: ReactNode;
}

export function SignedIn({ title, heading, after, children }: SignedInProps) {
  const { signIn } = useSnapshot(walletSession);
  if (signIn !== null) return children;
  return (
    <div className={heading ? 'page flex flex-col gap-8 py-10' : undefined}>
      {heading}
      <SignInCard title={title} />
      {after}
    </div>
  );
}
