import { useMutation, useQueryClient } from '@tanstack/react-query';
import * as profileApi from '#domain/account/profile-api.ts';
import type { NotificationKey, ProfileAnswer } from '#domain/account/profile-schema.ts';
import { api } from '#web/lib/api/api.ts';
import { Section } from '#web/ui/section.tsx';
import { Failure } from '#web/ui/states.tsx';
import { Switch } from '#web/ui/switch.tsx';
import { profileKey } from './profile-queries.ts';

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
    const { endpoint = '', keys } = (await subscribeToPush(profile.push_public_key ?? '')).toJSON();
    const body = { endpoint, keys: { p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' } };
    await api.send(profileApi.createPushSubscription, { body });
    return saveNotification(key, true);
  }
  const next = await saveNotification(key, false);
  const subscription = await currentSubscription();
  if (subscription) {
    await api.send(profileApi.deletePushSubscription, { body: { endpoint: subscription.endpoint } });
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

/** Web Push in this browser. `public/sw.js` shows the notifications. */
const WORKER = '/sw.js';

/** Why this browser cannot show notifications, as a sentence; null if it can. */
export function pushProblem(): string | null {
  if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window)) {
    return 'This browser cannot show notifications from websites.';
  }
  if (Notification.permission === 'denied') {
    return 'Notifications from this site are blocked in your browser’s settings.';
  }
  return null;
}

function keyBytes(base64url: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(text, (char) => char.charCodeAt(0));
}

/** This browser's subscription, or null. */
export async function currentSubscription(): Promise<PushSubscription | null> {
  if (!('serviceWorker' in navigator)) return null;
  const registration = await navigator.serviceWorker.getRegistration(WORKER);
  return (await registration?.pushManager?.getSubscription()) ?? null;
}

/**
 * Asks the customer, then the browser's push service. Throws a sentence when either refuses.
 * @param publicKey application server key, base64url
 */
export async function subscribeToPush(publicKey: string): Promise<PushSubscription> {
  const problem = pushProblem();
  if (problem) throw new Error(problem);
  if ((await Notification.requestPermission()) !== 'granted') {
    throw new Error('Your browser was not allowed to show notifications. Nothing has changed.');
  }
  const registration = await navigator.serviceWorker.register(WORKER);
  await navigator.serviceWorker.ready;
  const applicationServerKey = keyBytes(publicKey);
  try {
    return await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey });
  } catch {
    throw new Error('Your browser’s push service could not be reached. Please try again later.');
  }
}
