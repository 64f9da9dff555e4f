import * as z from 'zod';
import { emailField, objectOrNull, objects } from '#domain/fields.ts';
import { formatUsd } from '#domain/money.ts';
import { COUNTRIES } from '#domain/products/forms/travel.ts';
import {
  countryLabel,
  listOf,
  RULE_KEYS,
  type UnderwritingRules,
  underwritingRules,
} from '#domain/quote/underwriting.ts';
import { cleanLine } from '#domain/text.ts';

/** What of Mooring an administrator may set. Dollars are whole US dollars, the fee is in basis points. */
export const SETTING_DEFAULTS = {
  auto_approve_below_usd: 10_000,
  second_confirmation_usd: 10_000,
  four_eyes_usd: 2500,
  maximum_claim_usd: 100_000,
  platform_fee_bps: 250,
  session_minutes: 480,
  require_totp: false as boolean,
  sender_name: 'Mooring',
  /** Empty for the deployment's own address. */
  sender_from: '',
  sender_reply_to: '',
  home_age_review: 0,
  home_age_decline: 0,
  car_age_review: 0,
  car_age_decline: 0,
  car_mileage_review: 0,
  car_mileage_decline: 0,
  passport_review: '',
  passport_decline: '',
  wallet_policies_review: 0,
  wallet_policies_decline: 0,
} satisfies UnderwritingRules & Record<string, number | string | boolean>;
export type SettingKinds = typeof SETTING_DEFAULTS;
export type SettingKey = keyof SettingKinds;

export const SETTING_LABELS: Readonly<Record<SettingKey, string>> = {
  auto_approve_below_usd: 'Auto-approve policies under',
  second_confirmation_usd: 'Second confirmation above',
  four_eyes_usd: 'Another person pays above',
  maximum_claim_usd: 'Maximum claim amount',
  platform_fee_bps: 'Platform fee',
  session_minutes: 'Session timeout',
  require_totp: 'Require a second factor',
  sender_name: 'Sender name',
  sender_from: 'Sender address',
  sender_reply_to: 'Reply-to address',
  home_age_review: 'Review homes older than',
  home_age_decline: 'Decline homes older than',
  car_age_review: 'Review cars older than',
  car_age_decline: 'Decline cars older than',
  car_mileage_review: 'Review a mileage above',
  car_mileage_decline: 'Decline a mileage above',
  passport_review: 'Review passports issued by',
  passport_decline: 'Decline passports issued by',
  wallet_policies_review: 'Review more policies of one wallet than',
  wallet_policies_decline: 'Decline more policies of one wallet than',
};

/** Minutes without a request after which a session ends (admin.md §9). */
export const SESSION_MINUTES = [30, 60, 120, 480] as const;
const MOST_USD = 10_000_000;
const MOST_BPS = 5_000;

const dollars = z
  .int('Please enter a whole number of US dollars.')
  .min(0, 'An amount cannot be below zero.')
  .max(MOST_USD, `Please enter at most ${MOST_USD.toLocaleString('en-US')}.`);
const FEE = `Please enter basis points from 0 to ${MOST_BPS.toLocaleString('en-US')}; 250 is 2.5 percent.`;

export const systemForm = z.strictObject({
  auto_approve_below_usd: dollars,
  second_confirmation_usd: dollars,
  four_eyes_usd: dollars,
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
    .overwrite(cleanLine)
    .min(1, 'Please enter a name.')
    .max(60, 'Please keep the name to 60 characters.')
    .regex(SENDER_NAME, 'A name cannot contain quotes, brackets or @.'),
  sender_from: emailField,
  sender_reply_to: emailField,
});
const limit = (most: number) => {
  const message = `Please enter a whole number up to ${most.toLocaleString('en-US')}; 0 is no limit.`;
  return z.int(message).min(0, message).max(most, message);
};
/** Listed once each in the order of the form's options, so that the same countries are the same text. */
const countries = z
  .string()
  .refine(
    (text) => listOf(text).every((value) => COUNTRIES.some((country) => country.value === value)),
    'Please choose countries from the list.',
  )
  .transform((text) =>
    COUNTRIES.flatMap(({ value }) => (listOf(text).includes(value) ? [value] : [])).join(','),
  );
export const underwritingForm = z.strictObject({
  home_age_review: limit(500),
  home_age_decline: limit(500),
  car_age_review: limit(100),
  car_age_decline: limit(100),
  car_mileage_review: limit(2_000_000),
  car_mileage_decline: limit(2_000_000),
  passport_review: countries,
  passport_decline: countries,
  wallet_policies_review: limit(100),
  wallet_policies_decline: limit(100),
});
export const SETTING_FORMS = {
  security: securityForm,
  system: systemForm,
  sender: senderForm,
  underwriting: underwritingForm,
} as const;
export type SettingGroup = keyof typeof SETTING_FORMS;

/* @__NO_SIDE_EFFECTS__ */
const keysOf = <Shape extends object>({ shape }: { shape: Shape }) => Object.keys(shape) as (keyof Shape)[];

/** The settings of each form, in the order of the screen. */
export const SETTING_GROUPS = {
  security: keysOf(securityForm),
  system: keysOf(systemForm),
  sender: keysOf(senderForm),
  underwriting: keysOf(underwritingForm),
} as const;

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
  if (isUnderwriting(key)) return ruleInWords(key, value);
  if (key.endsWith('_usd')) return formatUsd(Number(value));
  if (key === 'platform_fee_bps') return `${Number(value) / 100}%`;
  return key === 'session_minutes' ? `${value} minutes` : String(value);
}

const UNDERWRITING: readonly SettingKey[] = SETTING_GROUPS.underwriting;
const isUnderwriting = (key: SettingKey) => UNDERWRITING.includes(key);

function ruleInWords(key: SettingKey, value: string | number): string {
  if (typeof value === 'string') return listOf(value).map(countryLabel).join(', ') || 'None';
  if (value === 0) return 'No limit';
  return `${value.toLocaleString('en-US')}${key.includes('_age_') ? ' years' : ''}`;
}

/** A rule that is raised or ended, or a country that is no longer on a list, lets in what was kept out. */
function loosensRule(from: string | number, to: string | number): boolean {
  if (typeof from === 'string') return listOf(from).some((value) => !listOf(String(to)).includes(value));
  const limitOf = (value: string | number) =>
    Number(value) === 0 ? Number.POSITIVE_INFINITY : Number(value);
  return limitOf(to) > limitOf(from);
}

/** Whether a change lets through more than before, so that a second administrator has to confirm it. */
export function loosens(key: SettingKey, from: string, to: string): boolean {
  if (isUnderwriting(key)) {
    return loosensRule(settingOf(key, from) as string | number, settingOf(key, to) as string | number);
  }
  const raised: readonly SettingKey[] = [
    ...(['auto_approve_below_usd', 'second_confirmation_usd', 'four_eyes_usd', 'maximum_claim_usd'] as const),
    'session_minutes',
  ];
  if (raised.includes(key)) return Number(settingOf(key, to)) > Number(settingOf(key, from));
  return key === 'require_totp' && settingOf(key, from) === true && settingOf(key, to) === false;
}

/** What an administrator may be told by email. Nothing is sent to who did not ask for it. */
export const NOTICE_LABELS = {
  new_claim: 'A new claim',
  payment_exception: 'A payment exception',
  message_waiting: 'A message that needs a reply',
  veto: 'A proposal that can be refused or vetoed',
  monthly_report: 'The monthly report',
} as const;
export type Notice = keyof typeof NOTICE_LABELS;
export const NOTICES = Object.keys(NOTICE_LABELS) as Notice[];
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
  .overwrite(cleanLine)
  .min(1, 'Please fill in all fields')
  .max(100, 'Please keep the name to 100 characters.');
export const profileForm = z.strictObject({ name: adminNameField });

/** When a value was set and by whom; null while it is as it came. */
const changed = objectOrNull({
  at: z.iso.datetime(),
  by: z.string(),
  /** The second administrator, for what needs one. */
  confirmed_by: z.string().nullable(),
});
export type Changed = z.output<typeof changed>;

const form = <Values extends z.ZodType>(values: Values) =>
  z.object({
    /** For `If-Match`. */
    version: z.number().int(),
    values,
    changed: z.record(z.string(), changed),
  });

const senderValues = z.object({
  sender_name: z.string(),
  sender_from: z.string(),
  sender_reply_to: z.string(),
});
export const settingsAnswer = z.object({
  profile: form(z.object({ name: z.string(), email: z.string(), role_label: z.string() })),
  notifications: form(notificationsForm),
  security: form(z.object({ session_minutes: z.number().int(), require_totp: z.boolean() })),
  system: form(
    z.object({
      auto_approve_below_usd: z.number().int(),
      second_confirmation_usd: z.number().int(),
      four_eyes_usd: z.number().int(),
      maximum_claim_usd: z.number().int(),
      platform_fee_bps: z.number().int(),
    }),
  ),
  /** `standard` is what Reset fills in: the deployment's own sender. */
  sender: form(senderValues).extend({ standard: senderValues }),
  underwriting: form(underwritingRules.omit({ auto_approve_below_usd: true })),
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

/** How many past policies a trial of underwriting rules looks at. */
export const TRIAL_POLICIES = 500;
const counts = z.object({ declined: z.number().int(), reviewed: z.number().int() });
/** What rules would have done with the newest policies, as they were quoted. */
export const underwritingTrial = z.object({
  /** At most `TRIAL_POLICIES`. */
  policies: z.number().int(),
  /** When the oldest of them was recorded; null if there is none. */
  since: z.iso.datetime().nullable(),
  proposed: counts,
  /** The same policies under the rules in force. */
  in_force: counts,
  /** By rule; a policy that several rules are about counts in each. */
  rules: z.array(counts.extend({ rule: z.enum(RULE_KEYS), label: z.string() })),
  /** The newest of the policies that would have been declined or reviewed. */
  examples: objects({
    id: z.number().int(),
    policy_number: z.string(),
    outcome: z.enum(['review', 'decline']),
    reasons: z.array(z.string()),
  }),
});
export type UnderwritingTrial = z.output<typeof underwritingTrial>;
