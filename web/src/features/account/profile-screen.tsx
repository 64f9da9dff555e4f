import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useSnapshot } from 'valtio';
import { messageOf } from '../../lib/api/errors.ts';
import { walletSession } from '../../state/wallet-session.ts';
import { Card } from '../../ui/card.tsx';
import { LoadError } from '../../ui/load-error.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { Avatar } from './avatar.tsx';
import { DataCard } from './data-card.tsx';
import { NotificationsCard } from './notifications-card.tsx';
import { ActivityCard, OverviewCard } from './overview-card.tsx';
import { ProfileForm } from './profile-form.tsx';
import { profileQuery } from './profile-queries.ts';

export function ProfileHeading() {
  return (
    <div>
      <h1 className="text-3xl">Profile</h1>
      <p className="mt-2 text-muted">How we reach you, and what we keep about you.</p>
    </div>
  );
}

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
  /** The wallet's webhooks. */
  webhooks: (address: string) => ReactNode;
  onDeleted: () => void;
}

function Content({ address, webhooks, onDeleted }: ProfileScreenProps & { address: string }) {
  const { data: profile, error, isFetching, refetch } = useQuery(profileQuery(address));
  if (!profile && error) {
    return (
      <LoadError title="Your profile could not be loaded" busy={isFetching} onRetry={refetch}>
        {messageOf(error)}
      </LoadError>
    );
  }
  if (!profile) return <Loading />;
  return (
    <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_22rem]">
      <div className="flex min-w-0 flex-col gap-5">
        <Card className="flex flex-col gap-6 p-6">
          <h2 className="text-lg">Personal information</h2>
          <Avatar address={address} name={profile.name} url={profile.avatar_url} />
          <ProfileForm profile={profile} address={address} />
        </Card>
        <NotificationsCard profile={profile} address={address} />
        {webhooks(address)}
      </div>
      <div className="flex min-w-0 flex-col gap-5">
        <OverviewCard profile={profile} />
        <ActivityCard entries={profile.activity_log} />
        <DataCard onDeleted={onDeleted} />
      </div>
    </div>
  );
}

/** Personal information, notifications, webhooks, overview, recent activity and the customer's data. */
export function ProfileScreen(props: ProfileScreenProps) {
  const { wallet } = useSnapshot(walletSession);
  return (
    <div className="page flex flex-col gap-8 py-10">
      <ProfileHeading />
      {wallet && <Content key={wallet.address} address={wallet.address} {...props} />}
    </div>
  );
}
