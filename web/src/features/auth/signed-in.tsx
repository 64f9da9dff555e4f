import type { ReactNode } from 'react';
import { useSnapshot } from 'valtio';
import { walletSession } from '../../state/wallet-session.ts';
import { SignInCard } from './sign-in-card.tsx';

interface SignedInProps {
  title: string;
  children: ReactNode;
  /** Heading to show above the sign-in, where `children` would bring their own. */
  heading?: ReactNode;
  /** What is of use without signing in, under the sign-in. */
  after?: ReactNode;
}

/** Shows `children` to a signed-in wallet, and the sign-in to one that is only connected. */
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
