import { createFileRoute } from '@tanstack/react-router';
import { ProfileHeading, ProfileScreen } from '#web/features/account/profile-screen.tsx';
import { SignedIn } from '#web/features/auth/signed-in.tsx';
import { WebhooksCard } from '#web/features/webhooks/webhooks-card.tsx';
import { pageTitle } from '#web/lib/title.ts';
import { endSignIn } from '#web/state/wallet-session.ts';

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
