import { useMutation, useQueryClient } from '@tanstack/react-query';
import * as profileApi from '#domain/account/profile-api.ts';
import type { NotificationKey, ProfileAnswer } from '#domain/account/profile-schema.ts';
import { api } from '#web/lib/api/api.ts';
import { currentSubscription, pushProblem, subscribeToPush } from '#web/lib/push.ts';
import { Section } from '#web/ui/section.tsx';
import { Failure } from '#web/ui/states.tsx';
import { Switch } from '#web/ui/switch.tsx';
import { profileKey } from './profile-queries.ts';

async function storePushSubscription({ endpoint, keys }: PushSubscriptionJSON): Promise<void> {
  const body = { endpoint: endpoint ?? '', keys: { p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' } };
  await api.send(profileApi.createPushSubscription, { body });
}

const forgetPushSubscription = (endpoint: string) =>
  api.send(profileApi.deletePushSubscription, { body: { endpoint } });

interface Change {
  key: NotificationKey;
  on: boolean;
}

const SWITCHES: readonly { key: NotificationKey; label: string; hint: string }[] = [
  {
    key: 'email_notifications',
    label: 'Email notifications',
    hint: 'Updates on your claims, replies from support and reminders before a policy ends. Certificates, cancellations and refunds are always sent, because they are part of your policy.',
  },
  {
    key: 'sms_notifications',
    label: 'SMS notifications',
    hint: 'Short messages to your phone.',
  },
  {
    key: 'push_notifications',
    label: 'Push notifications',
    hint: 'The same updates in this browser, even while the site is closed.',
  },
  {
    key: 'marketing_emails',
    label: 'Marketing emails',
    hint: 'An occasional email about cover that you do not have yet. You can unsubscribe with one click.',
  },
];

const saveNotification = (key: NotificationKey, on: boolean) =>
  api.ask(profileApi.updateProfile, { body: { notifications: { [key]: on } } });

/** Saves a preference. Turning push on asks the browser first; turning it off tells the browser last. */
async function change(profile: ProfileAnswer, { key, on }: Change): Promise<ProfileAnswer> {
  if (key !== 'push_notifications') return saveNotification(key, on);
  if (on) {
    const subscription = await subscribeToPush(profile.push_public_key ?? '');
    await storePushSubscription(subscription.toJSON());
    return saveNotification(key, true);
  }
  const next = await saveNotification(key, false);
  const subscription = await currentSubscription();
  if (subscription) {
    await forgetPushSubscription(subscription.endpoint);
    await subscription.unsubscribe();
  }
  return next;
}

interface PreferenceProps {
  profile: ProfileAnswer;
  address: string;
  entry: (typeof SWITCHES)[number];
  /** Why this preference cannot be turned on, or null. */
  reason: string | null;
}

/**
 * One switch with its own mutation. It shows the requested value while saving and the stored value otherwise, so a
 * failure needs no rollback. Changes are sent one after another, so the last answer contains them all.
 */
function Preference({ profile, address, entry, reason }: PreferenceProps) {
  const queryClient = useQueryClient();
  const key = profileKey(address);
  const save = useMutation({
    scope: { id: `notifications ${address}` },
    mutationFn: (wanted: Change) => change(profile, wanted),
    onSuccess: async (next) => {
      // A read that started before this change would restore the old value.
      await queryClient.cancelQueries({ queryKey: key });
      queryClient.setQueryData(key, next);
    },
  });
  const on = save.isPending ? save.variables.on : profile.notifications[entry.key];
  return (
    <div>
      <Switch
        label={entry.label}
        hint={reason === null ? entry.hint : `${entry.hint} ${reason}`}
        checked={on}
        // Whatever is on can always be turned off.
        disabled={reason !== null && !on}
        onChange={(next) => save.mutate({ key: entry.key, on: next })}
      />
      <Failure title="Your choice could not be saved" className="mb-4" error={save.error} />
    </div>
  );
}

export function NotificationsCard({ profile, address }: { profile: ProfileAnswer; address: string }) {
  const unavailable: Partial<Record<NotificationKey, string | null>> = {
    ...profile.unavailable,
    push_notifications: profile.unavailable.push_notifications ?? pushProblem(),
  };
  return (
    <Section title="Notifications" id="notifications" className="scroll-mt-24">
      <p className="text-sm text-muted">It’s all in your messages here, too.</p>
      <div className="mt-2 divide-y divide-line">
        {SWITCHES.map((entry) => (
          <Preference
            key={entry.key}
            profile={profile}
            address={address}
            entry={entry}
            reason={unavailable[entry.key] ?? null}
          />
        ))}
      </div>
    </Section>
  );
}
