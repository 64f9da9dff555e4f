import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useSnapshot } from 'valtio';
import type * as z from 'zod';
import * as profileApi from '#domain/account/profile-api.ts';
import { type ActivityEntry, type ProfileAnswer, profileForm } from '#domain/account/profile-schema.ts';
import { api } from '#web/lib/api/api.ts';
import { useApiForm } from '#web/lib/api/use-api-form.ts';
import { formatCount, longDate } from '#web/lib/format.ts';
import { saveFile } from '#web/lib/save-file.ts';
import { walletSession } from '#web/state/wallet-session.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { TextField } from '#web/ui/form.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { PhoneSection } from '#web/ui/phone-section.tsx';
import { Failure, Loaded, Skeleton } from '#web/ui/states.tsx';
import { TextLink } from '#web/ui/text-link.tsx';
import { Timeline } from '#web/ui/timeline.tsx';
import { toast } from '#web/ui/toast.ts';
import { AddressText, FactList } from '#web/ui/values.tsx';

import { Avatar } from './avatar.tsx';
import { NotificationsCard } from './notifications-card.tsx';
import { profileKey, profileQuery } from './profile-queries.ts';
import { SessionsCard } from './sessions-card.tsx';

function DeleteDialog({ onClose, onDeleted }: { onClose: () => void; onDeleted: () => void }) {
  const remove = useMutation({ mutationFn: () => api.ask(profileApi.deleteProfile) });
  if (remove.data) {
    return (
      <Dialog onClose={onDeleted} title="Your profile is deleted">
        <ul className="flex list-disc flex-col gap-2 pl-5">
          {remove.data.kept.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
        <div className="mt-6 flex justify-end">
          <Button onClick={onDeleted}>Close</Button>
        </div>
      </Dialog>
    );
  }
  return (
    <Dialog onClose={onClose} title="Delete your profile?" description="This cannot be undone.">
      <div className="flex flex-col gap-4">
        <p>
          Your name, email address, phone number, picture, preferences, notifications and webhooks are deleted
          immediately, and you are signed out everywhere.
        </p>
        <p>
          We keep your policies, claims, messages and payments: they are contracts that we must be able to
          prove and fulfill. You stay covered, and you can sign in again at any time.
        </p>
        <Failure title="Your profile could not be deleted" error={remove.error} />
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="secondary" onClick={onClose}>
            Keep my profile
          </Button>
          <Button variant="danger" busy={remove.isPending} onClick={() => remove.mutate()}>
            Delete my profile
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

/** Export and deletion of the customer's data. `onDeleted` ends the session, which the server no longer knows. */
function DataCard({ onDeleted }: { onDeleted: () => void }) {
  const [asking, setAsking] = useState(false);
  const queryClient = useQueryClient();
  const download = useMutation({
    mutationFn: () => api.download(profileApi.exportProfile),
    onSuccess: (file) => {
      saveFile(file);
      toast.success('Your data was downloaded');
    },
  });
  return (
    <PhoneSection title="Your data">
      <p className="text-sm text-muted">
        One file with everything we keep about you, for you to read or take elsewhere.
      </p>
      <Failure title="Your data could not be exported" className="mt-4" error={download.error} />
      <div className="mt-5 flex flex-wrap gap-3">
        <Button variant="secondary" busy={download.isPending} onClick={() => download.mutate()}>
          Export my data
        </Button>
        <Button variant="danger" onClick={() => setAsking(true)}>
          Delete my profile…
        </Button>
      </div>
      {asking && (
        <DeleteDialog
          onClose={() => setAsking(false)}
          onDeleted={() => {
            setAsking(false);
            queryClient.clear();
            onDeleted();
          }}
        />
      )}
    </PhoneSection>
  );
}

type Personal = z.output<typeof profileForm>;

/** A reset takes the form's own options otherwise, and keeps what was typed. */
const ALL = { keepDirtyValues: false };

function emailHint({ email, email_confirmed: confirmed }: ProfileAnswer): string {
  if (email === '') return 'We’ll send you a link to confirm it, and nothing personal until you do.';
  if (confirmed) return 'Confirmed. Letters about your policies and claims go to this address.';
  return 'Not confirmed yet. Open the link in the email we sent to this address.';
}

function ProfileForm({ profile, address }: { profile: ProfileAnswer; address: string }) {
  const queryClient = useQueryClient();
  const stored: Personal = { name: profile.name, email: profile.email, phone: profile.phone };
  const form = useApiForm({
    keep: 'mine/profile',
    schema: profileForm,
    values: stored,
    resetOptions: { keepDirtyValues: true },
    mode: 'onTouched',
    send: (body) => api.ask(profileApi.updateProfile, { body }),
    onDone: (next) => {
      queryClient.setQueryData(profileKey(address), next);
      form.reset({ name: next.name, email: next.email, phone: next.phone }, ALL);
      toast.success('Profile updated successfully!');
    },
  });
  const { isDirty } = form.formState;
  const save = form.sending;
  return (
    <form noValidate className="flex flex-col gap-5" onSubmit={form.submit}>
      <TextField form={form} name="name" label="Full name" autoComplete="name" />
      <TextField
        form={form}
        name="email"
        label="Email address"
        hint={emailHint(profile)}
        type="email"
        autoComplete="email"
      />
      <TextField
        form={form}
        name="phone"
        label="Phone number"
        hint="Optional."
        type="tel"
        autoComplete="tel"
      />
      <Failure title="The changes could not be saved" error={save.error} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={save.isPending} disabled={!isDirty}>
          Save changes
        </Button>
        {isDirty && (
          <Button variant="quiet" onClick={() => form.reset(stored, ALL)}>
            Discard
          </Button>
        )}
      </div>
    </form>
  );
}

function OverviewCard({ profile }: { profile: ProfileAnswer }) {
  return (
    <PhoneSection title="Account overview">
      <FactList
        rows={[
          ['Wallet', <AddressText key="wallet" address={profile.wallet_address} />],
          ['Member since', longDate(profile.member_since)],
          [
            'Policies',
            <TextLink
              key="policies"
              to="/my-policies"
              aria-label={`${formatCount(profile.total_policies)}, My Policies`}
            >
              {formatCount(profile.total_policies)}
            </TextLink>,
          ],
          [
            'Claims',
            <TextLink
              key="claims"
              to="/my-claims"
              aria-label={`${formatCount(profile.total_claims)}, My Claims`}
            >
              {formatCount(profile.total_claims)}
            </TextLink>,
          ],
        ]}
      />
    </PhoneSection>
  );
}

function ActivityCard({ entries }: { entries: readonly ActivityEntry[] }) {
  return (
    <PhoneSection title="Recent activity">
      {entries.length === 0 ? (
        <p className="text-muted">Nothing has happened yet.</p>
      ) : (
        <Timeline
          label="Recent activity"
          items={entries.map(({ timestamp: at, action: title, description: note }) => ({ at, title, note }))}
        />
      )}
    </PhoneSection>
  );
}

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
            <SessionsCard address={address} />
            {webhooks(address)}
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
