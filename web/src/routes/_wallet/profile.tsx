import { createFileRoute } from '@tanstack/react-router';
import { ProfileHeading, ProfileScreen } from '../../features/account/profile-screen.tsx';
import { SignedIn } from '../../features/auth/signed-in.tsx';
import { WebhooksCard } from '../../features/webhooks/webhooks-card.tsx';
import { pageTitle } from '../../lib/title.ts';
import { endSignIn } from '../../state/wallet-session.ts';

function ProfilePage() {
  return (
    <SignedIn title="Sign in to see your profile" heading={<ProfileHeading />}>
      <ProfileScreen
        webhooks={(address) => <WebhooksCard address={address} />}
        onDeleted={() => endSignIn()}
      />
    </SignedIn>
  );
}

export const Route = createFileRoute('/_wallet/profile')({
  head: pageTitle('Profile'),
  component: ProfilePage,
});
