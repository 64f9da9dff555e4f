import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useSnapshot } from 'valtio';
import { walletSession } from '#web/state/wallet-session.ts';
import { Card } from '#web/ui/card.tsx';
import { Loaded } from '#web/ui/loaded.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { Skeleton } from '#web/ui/states.tsx';
import { Avatar } from './avatar.tsx';
import { DataCard } from './data-card.tsx';
import { NotificationsCard } from './notifications-card.tsx';
import { ActivityCard, OverviewCard } from './overview-card.tsx';
import { ProfileForm } from './profile-form.tsx';
import { profileQuery } from './profile-queries.ts';
import { SessionsCard } from './sessions-card.tsx';

export const ProfileHeading = () => (
  <PageHead title="Profile">How we reach you, and what we keep about you.</PageHead>
);

function Loading() {
  return (
    <div
      role="status"
      aria-label="Loading profile"
      className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_22rem]"
    >
      <div className="flex flex-col gap-5">
        <Skeleton className="h-96" />
        <Skeleton className="h-80" />
      </div>
      <div className="flex flex-col gap-5">
        <Skeleton className="h-52" />
        <Skeleton className="h-64" />
      </div>
    </div>
  );
}

interface ProfileScreenProps {
  webhooks: (address: string) => ReactNode;
  onDeleted: () => void;
}

function Content({ address, webhooks, onDeleted }: ProfileScreenProps & { address: string }) {
  const query = useQuery(profileQuery(address));
  return (
    <Loaded query={query} name="profile" failed="Your profile could not be loaded" loading={<Loading />}>
      {(profile) => (
        <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_22rem]">
          <div className="flex min-w-0 flex-col gap-5">
            <Card className="flex flex-col gap-6 p-6">
              <h2 className="text-lg">Personal information</h2>
              <Avatar address={address} name={profile.name} url={profile.avatar_url} />
              <ProfileForm profile={profile} address={address} />
            </Card>
            <NotificationsCard profile={profile} address={address} />
            {webhooks(address)}
            <SessionsCard address={address} />
          </div>
          <div className="flex min-w-0 flex-col gap-5">
            <OverviewCard profile={profile} />
            <ActivityCard entries={profile.activity_log} />
            <DataCard onDeleted={onDeleted} />
          </div>
        </div>
      )}
    </Loaded>
  );
}

export function ProfileScreen(props: ProfileScreenProps) {
  const { wallet } = useSnapshot(walletSession);
  return (
    <div className="page flex flex-col gap-8 py-10">
      <ProfileHeading />
      {wallet && <Content key={wallet.address} address={wallet.address} {...props} />}
    </div>
  );
}
