import {
  DEFAULT_NOTIFICATIONS,
  type NotificationKey,
  type ProfileAnswer,
} from '#domain/account/profile-schema.ts';
import type { ProfileRow } from '#worker/identity/account/repository.ts';
import type { Settings } from '#worker/platform/settings.ts';

const NO_SMS = 'SMS notifications are not available yet: no provider is set up.';
const NO_PUSH = 'Push notifications are not set up here.';

/** The four preferences, as chosen or by default. */
export function notificationsOf(profile: ProfileRow | null): Record<NotificationKey, boolean> {
  const chosen = {
    email_notifications: profile?.email_notifications,
    sms_notifications: profile?.sms_notifications,
    push_notifications: profile?.push_notifications,
    marketing_emails: profile?.marketing_emails,
  };
  return {
    email_notifications: chosen.email_notifications ?? DEFAULT_NOTIFICATIONS.email_notifications,
    sms_notifications: chosen.sms_notifications ?? DEFAULT_NOTIFICATIONS.sms_notifications,
    push_notifications: chosen.push_notifications ?? DEFAULT_NOTIFICATIONS.push_notifications,
    marketing_emails: chosen.marketing_emails ?? DEFAULT_NOTIFICATIONS.marketing_emails,
  };
}

/** Why a kind can't be turned on; null if it can. */
export function unavailable({ pushKeys }: Pick<Settings, 'pushKeys'>): ProfileAnswer['unavailable'] {
  return { sms_notifications: NO_SMS, push_notifications: pushKeys === null ? NO_PUSH : null };
}

/** Path of the avatar. It changes with each picture, so that browsers never show an old one. */
export function avatarUrl({ avatar_key }: Pick<ProfileRow, 'avatar_key'>): string | null {
  return avatar_key === null ? null : `/api/profile/avatar?v=${avatar_key.split('/').at(-1)?.slice(0, 12)}`;
}
