import * as z from 'zod';
import { emailField } from '../fields.ts';

/** What of Mooring an administrator may set. Dollars are whole US dollars, the fee is in basis points. */
export interface SettingKinds {
  auto_approve_below_usd: number;
  second_confirmation_usd: number;
  maximum_claim_usd: number;
  platform_fee_bps: number;
  session_minutes: number;
  require_totp: boolean;
  sender_name: string;
  /** Empty for the deployment's own address. */
  sender_from: string;
  sender_reply_to: string;
}
export type SettingKey = keyof SettingKinds;

export const SETTING_DEFAULTS: Readonly<SettingKinds> = {
  auto_approve_below_usd: 10_000,
  second_confirmation_usd: 10_000,
  maximum_claim_usd: 100_000,
  platform_fee_bps: 250,
  session_minutes: 480,
  require_totp: false,
  sender_name: 'Mooring',
  sender_from: '',
  sender_reply_to: '',
};

export const SETTING_LABELS: Readonly<Record<SettingKey, string>> = {
  auto_approve_below_usd: 'Auto-approve policies under',
  second_confirmation_usd: 'Second confirmation above',
  maximum_claim_usd: 'Maximum claim amount',
  platform_fee_bps: 'Platform fee',
  session_minutes: 'Session timeout',
  require_totp: 'Require a second factor',
  sender_name: 'Sender name',
  sender_from: 'Sender address',
  sender_reply_to: 'Reply-to address',
};

/** The forms that set them, in the order of the screen. */
export const SETTING_GROUPS = {
  security: ['session_minutes', 'require_totp'],
  system: ['auto_approve_below_usd', 'second_confirmation_usd', 'maximum_claim_usd', 'platform_fee_bps'],
  sender: ['sender_name', 'sender_from', 'sender_reply_to'],
} as const satisfies Record<string, readonly SettingKey[]>;
export type SettingGroup = keyof typeof SETTING_GROUPS;

/** Minutes without a request after which a session ends (admin.md §9). */
export const SESSION_MINUTES = [30, 60, 120, 480] as const;
const MOST_USD = 10_000_000;
const MOST_BPS = 5_000;

const dollars = z
  .int('Please enter a whole number of US dollars.')
  .min(0, 'An amount cannot be below zero.')
  .max(MOST_USD, `Please enter at most ${MOST_USD.toLocaleString('en-US')}.`);
const FEE = `Please enter basis points from 0 to ${MOST_BPS.toLocaleString('en-US')}; 250 are 2.5 percent.`;

export const systemForm = z.strictObject({
  auto_approve_below_usd: dollars,
  second_confirmation_usd: dollars,
  maximum_claim_usd: dollars,
  platform_fee_bps: z.int(FEE).min(0, FEE).max(MOST_BPS, FEE),
});
export const securityForm = z.strictObject({
  session_minutes: z.literal(SESSION_MINUTES, 'Please choose 30, 60, 120 or 480 minutes.'),
  require_totp: z.boolean(),
});
/** Without characters that could end a header field or pose as an address. */
const SENDER_NAME = /^[^\p{Cc}<>"@]+$/u;
export const senderForm = z.strictObject({
  sender_name: z
    .string()
    .trim()
    .min(1, 'Please enter a name.')
    .max(60, 'Please keep the name to 60 characters.')
    .regex(SENDER_NAME, 'A name has no quotes, brackets or @.'),
  sender_from: emailField,
  sender_reply_to: emailField,
});
export const SETTING_FORMS = { security: securityForm, system: systemForm, sender: senderForm } as const;

/** A setting as it is stored. */
export const settingText = (value: SettingKinds[SettingKey]): string =>
  typeof value === 'boolean' ? String(Number(value)) : String(value);

/** Reads a stored setting; one that is missing or of another kind has its default. */
export function settingOf<Key extends SettingKey>(key: Key, text: string | undefined): SettingKinds[Key] {
  const standard = SETTING_DEFAULTS[key];
  if (text === undefined) return standard;
  if (typeof standard === 'boolean') return (text === '1') as SettingKinds[Key];
  if (typeof standard === 'string') return text as SettingKinds[Key];
  return (/^\d+$/.test(text) ? Number(text) : standard) as SettingKinds[Key];
}

/** A setting in words, such as `$10,000`. */
export function settingInWords(key: SettingKey, text: string): string {
  const value = settingOf(key, text);
  if (typeof value === 'boolean') return value ? 'On' : 'Off';
  if (key.endsWith('_usd')) return `$${value.toLocaleString('en-US')}`;
  if (key === 'platform_fee_bps') return `${Number(value) / 100}%`;
  return key === 'session_minutes' ? `${value} minutes` : String(value);
}

/** Whether a change lets through more than before, so that a second administrator has to confirm it. */
export function loosens(key: SettingKey, from: string, to: string): boolean {
  const raised: readonly SettingKey[] = [
    ...(['auto_approve_below_usd', 'second_confirmation_usd', 'maximum_claim_usd'] as const),
    'session_minutes',
  ];
  if (raised.includes(key)) return Number(settingOf(key, to)) > Number(settingOf(key, from));
  return key === 'require_totp' && settingOf(key, from) === true && settingOf(key, to) === false;
}

/** What an administrator may be told by email. Nothing is sent to who did not ask for it. */
export const NOTICES = [
  'new_claim',
  'payment_exception',
  'message_waiting',
  'veto',
  'monthly_report',
] as const;
export type Notice = (typeof NOTICES)[number];
export const NOTICE_LABELS: Readonly<Record<Notice, string>> = {
  new_claim: 'A new claim',
  payment_exception: 'A payment exception',
  message_waiting: 'A message that waits for an answer',
  veto: 'A proposal that can be refused or vetoed',
  monthly_report: 'The monthly report',
};
export const notificationsForm = z.strictObject({
  new_claim: z.boolean(),
  payment_exception: z.boolean(),
  message_waiting: z.boolean(),
  veto: z.boolean(),
  monthly_report: z
    .boolean()
    .describe(
      'Once every chain has confirmed the month’s last blocks, at the latest on the second of the next month',
    ),
});
export const SMS_UNAVAILABLE = 'SMS needs a provider, and none is configured.';

export const adminNameField = z
  .string('Please fill in all fields')
  .trim()
  .min(1, 'Please fill in all fields')
  .max(100, 'Please keep the name to 100 characters.');
export const profileForm = z.strictObject({ name: adminNameField });

/** When a value was set and by whom; null while it is as it came. */
const changed = z
  .object({
    at: z.iso.datetime(),
    by: z.string(),
    /** The second administrator, for what needs one. */
    confirmed_by: z.string().nullable(),
  })
  .nullable();
export type Changed = z.output<typeof changed>;

const form = <Values extends z.ZodType>(values: Values) =>
  z.object({
    /** For `If-Match`. */
    version: z.number().int(),
    values,
    changed: z.record(z.string(), changed),
  });

export const settingsAnswer = z.object({
  profile: form(z.object({ name: z.string(), email: z.string(), role_label: z.string() })),
  notifications: form(notificationsForm),
  security: form(z.object({ session_minutes: z.number().int(), require_totp: z.boolean() })),
  system: form(
    z.object({
      auto_approve_below_usd: z.number().int(),
      second_confirmation_usd: z.number().int(),
      maximum_claim_usd: z.number().int(),
      platform_fee_bps: z.number().int(),
    }),
  ),
  sender: form(z.object({ sender_name: z.string(), sender_from: z.string(), sender_reply_to: z.string() })),
  /** Null once SMS can be sent; until then why it can't. */
  sms_unavailable: z.string().nullable(),
});
export type SettingsAnswer = z.output<typeof settingsAnswer>;

export const settingsChange = z.object({
  /** The form's version after the change. */
  version: z.number().int(),
  /** What a second administrator has to confirm before it holds. */
  waiting: z.array(z.string()),
});
