import * as z from 'zod';
import { sessionEntry } from '#domain/auth/schema.ts';
import { emailField } from '#domain/fields.ts';
import { PERMISSIONS } from '#domain/permissions.ts';
import { cleanLine } from '#domain/text.ts';
import { MIN_ADMIN_PASSWORD } from './demo.ts';
import { passwordProblem } from './password.ts';
import { ADMIN_ROLES } from './roles.ts';

const FIELDS = 'Please fill in all fields';
const CODE = 'Please enter the 6 digits of your authenticator app, or a recovery code.';

/** Six digits of an authenticator app (RFC 6238), or a recovery code such as `k3m9-x2qd`. */
const oneTimeCode = z.string(CODE).trim().min(6, CODE).max(20, CODE);

export const adminLoginRequest = z.strictObject({
  email: z.string(FIELDS).trim().min(1, FIELDS).max(254),
  password: z.string(FIELDS).min(1, FIELDS).max(200),
  totp: z.string().trim().max(20).optional(),
});
export const adminSession = z.object({
  token: z.string(),
  email: z.string(),
  name: z.string(),
  role: z.enum(ADMIN_ROLES),
  expires_at: z.iso.datetime(),
  /** The role needs a second factor here: until it is enrolled, only enrolling it is allowed. */
  must_enroll_totp: z.boolean(),
});

export const adminProfile = z.object({
  id: z.number().int(),
  email: z.string(),
  name: z.string(),
  role: z.enum(ADMIN_ROLES),
  role_label: z.string(),
  permissions: z.array(z.enum(PERMISSIONS)),
  totp_enabled: z.boolean(),
  must_enroll_totp: z.boolean(),
  /** The settings require a second factor of every role. */
  require_totp: z.boolean(),
  recovery_codes_left: z.number().int(),
  /** The largest payout they may approve or confirm, in whole US dollars; null for as much as the role may. */
  payout_limit_usd: z.number().int().nullable(),
});
export type AdminProfile = z.output<typeof adminProfile>;

/** Starts enrolling a second factor; it counts only once a code of it was confirmed. */
export const totpEnrollRequest = z.strictObject({ password: z.string(FIELDS).min(1, FIELDS).max(200) });
export const totpEnrollment = z.object({
  /** Base32, to type in by hand. */
  secret: z.string(),
  /** `otpauth://totp/…`, which the QR code holds. */
  uri: z.string(),
});
export const totpConfirmRequest = z.strictObject({ code: oneTimeCode });
/** Shown once. Each signs in once in place of a code. */
export const recoveryCodes = z.object({ recovery_codes: z.array(z.string()) });
export const totpRemoveRequest = z.strictObject({
  password: z.string(FIELDS).min(1, FIELDS).max(200),
  code: oneTimeCode,
});

export const passwordChangeRequest = z.strictObject({
  current_password: z.string(FIELDS).min(1, FIELDS).max(200),
  new_password: z
    .string(FIELDS)
    .min(MIN_ADMIN_PASSWORD, {
      error: `A password needs at least ${MIN_ADMIN_PASSWORD} characters.`,
      abort: true,
    })
    .max(200)
    .check(({ value, issues }) => {
      const message = passwordProblem(value);
      if (message !== null) issues.push({ code: 'custom', message, input: value });
    }),
});

export const adminSessionEntry = sessionEntry.omit({ last_seen_at: true });
export const adminSessions = z.array(adminSessionEntry);

export const ADMIN_STATUSES = ['active', 'inactive', 'invited'] as const;

export const adminEntry = z.object({
  id: z.number().int(),
  email: z.string(),
  name: z.string(),
  role: z.enum(ADMIN_ROLES),
  role_label: z.string(),
  status: z.enum(ADMIN_STATUSES),
  totp_enabled: z.boolean(),
  created_at: z.iso.datetime(),
  /** Name of who created or invited them; null for the first. */
  created_by: z.string().nullable(),
  last_sign_in_at: z.iso.datetime().nullable(),
  sessions: z.number().int(),
  /** The largest payout they may approve or confirm, in whole US dollars; null for as much as the role may. */
  payout_limit_usd: z.number().int().nullable(),
});
export type AdminEntry = z.output<typeof adminEntry>;
export const adminEntries = z.array(adminEntry);

const name = z.string(FIELDS).overwrite(cleanLine).min(1, FIELDS).max(100);

/** Invites by a link that lives 7 days; the invited person chooses the password. */
export const adminInviteRequest = z.strictObject({
  email: emailField,
  name,
  role: z.enum(ADMIN_ROLES, 'Please choose a role.'),
});
export const adminInvitation = adminEntry.extend({
  /** Where the password is chosen. Only who invited gets it, in this answer; it is also sent by email. */
  link: z.url().nullable(),
  link_expires_at: z.iso.datetime(),
});
/** A change of an administrator, as far as it holds already. */
export const adminChanged = adminEntry.extend({
  /** The rest needs a second administrator. */
  waits: z.boolean(),
});
const LIMIT = 'Please enter whole US dollars up to 1,000,000.';
export const adminChangeRequest = z.strictObject({
  name: name.optional(),
  role: z.enum(ADMIN_ROLES).optional(),
  status: z.enum(['active', 'inactive']).optional(),
  payout_limit_usd: z.int(LIMIT).min(0, LIMIT).max(1_000_000, LIMIT).nullable().optional(),
});
export const acceptInvitationRequest = z.strictObject({
  token: z.string().min(20).max(200),
  password: passwordChangeRequest.shape.new_password,
});
export const invitationAccepted = z.object({ email: z.string() });

/** Someone to assign work to. */
export const colleagueEntry = z.object({
  id: z.number().int(),
  name: z.string(),
  role: z.enum(ADMIN_ROLES),
});
export const colleagueEntries = z.array(colleagueEntry);

/** Counts of somebody's work stop here; one more means that there are more. */
export const WORKLOAD_MOST = 100;
const work = z.object({
  open: z.number().int(),
  /** Past the date that we promised, without claims that wait for the customer. */
  overdue: z.number().int(),
  oldest_due_at: z.iso.datetime().nullable(),
});
export const workloadEntry = colleagueEntry.extend({
  /** Null for work that nobody has. */
  id: z.number().int().nullable(),
  role: z.enum(ADMIN_ROLES).nullable(),
  claims: work,
  messages: work,
});
export type WorkloadEntry = z.output<typeof workloadEntry>;
export const workloadEntries = z.array(workloadEntry);
