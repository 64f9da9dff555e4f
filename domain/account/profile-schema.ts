import * as z from 'zod';
import { emailField, phoneField } from '#domain/fields.ts';
import { keysOf } from '#domain/keys.ts';
import { atLeast, cleanLine } from '#domain/text.ts';

const flag = z.boolean();
const notifications = z.object({
  email_notifications: flag,
  sms_notifications: flag,
  push_notifications: flag,
  marketing_emails: flag,
});
export type NotificationKey = keyof typeof notifications.shape;

/** Preferences of a wallet that never chose: email on, the rest off. */
export const DEFAULT_NOTIFICATIONS: Readonly<Record<NotificationKey, boolean>> = {
  email_notifications: true,
  sms_notifications: false,
  push_notifications: false,
  marketing_emails: false,
};
export const NOTIFICATION_KEYS = keysOf(DEFAULT_NOTIFICATIONS);

export const ACTIVITY_TYPES = ['policy', 'claim', 'payment', 'login'] as const;
/** Lines of recent activity that the profile shows. */
export const RECENT_ACTIVITY = 5;

export const activityEntry = z.object({
  id: z.string(),
  action: z.string(),
  description: z.string(),
  timestamp: z.iso.datetime(),
  type: z.enum(ACTIVITY_TYPES),
});
export type ActivityEntry = z.output<typeof activityEntry>;

export const profileAnswer = z.object({
  name: z.string(),
  email: z.string(),
  /** Whether the address was confirmed for this wallet. */
  email_confirmed: z.boolean(),
  phone: z.string(),
  /** Path of the uploaded picture, which needs the session; null without one. */
  avatar_url: z.string().nullable(),
  wallet_address: z.string(),
  member_since: z.iso.datetime(),
  total_policies: z.number().int(),
  total_claims: z.number().int(),
  notifications,
  /** Why a kind cannot be switched on here; null where it can. */
  unavailable: z.object({
    sms_notifications: z.string().nullable(),
    push_notifications: z.string().nullable(),
  }),
  /** Application server key of Web Push, base64url; null where it is not configured. */
  push_public_key: z.string().nullable(),
  activity_log: z.array(activityEntry),
});
export type ProfileAnswer = z.output<typeof profileAnswer>;

/** The personal information form (customer.md §5). An empty phone number means none. */
export const profileForm = z.strictObject({
  name: z
    .string()
    .overwrite(cleanLine)
    .refine(atLeast(2), 'Name must be at least 2 characters')
    .max(120, 'Please keep the name to 120 characters.'),
  email: emailField,
  phone: z.union([z.literal(''), phoneField], { error: 'Please enter a valid phone number' }),
});

/** Fields that are left out keep their value. */
export const profileChange = z.strictObject({
  ...profileForm.partial().shape,
  notifications: notifications.partial().strict().optional(),
});

export const profileDeleted = z.object({
  deleted_at: z.iso.datetime(),
  /** What stays, in sentences. */
  kept: z.array(z.string()),
});

/** What a browser's push service provides: RFC 8030 endpoint and RFC 8291 keys, base64url. */
export const pushSubscription = z.strictObject({
  endpoint: z.url().max(1000),
  keys: z.strictObject({ p256dh: z.string().min(80).max(100), auth: z.string().min(20).max(30) }),
});
export const pushUnsubscribe = z.strictObject({ endpoint: z.url().max(1000) });

/** The token of an unsubscribe link. */
export const unsubscribeRequest = z.strictObject({ token: z.string().min(20).max(400) });
export const unsubscribeAnswer = z.object({ marketing_emails: z.literal(false) });
