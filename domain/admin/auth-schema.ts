import * as z from 'zod';
import { emailField } from '../fields.ts';
import { MIN_ADMIN_PASSWORD } from './demo.ts';
import { ADMIN_ROLES, PERMISSIONS } from './roles.ts';

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
    .min(MIN_ADMIN_PASSWORD, `A password has at least ${MIN_ADMIN_PASSWORD} characters.`)
    .max(200),
});

export const adminSessionEntry = z.object({
  /** Of the session's token; not the token. */
  id: z.string(),
  created_at: z.iso.datetime(),
  expires_at: z.iso.datetime(),
  /** Browser and system, such as `Firefox on macOS`. */
  device: z.string(),
  current: z.boolean(),
});
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
});
export type AdminEntry = z.output<typeof adminEntry>;
export const adminEntries = z.array(adminEntry);

const name = z.string(FIELDS).trim().min(1, FIELDS).max(100);

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
  /** The rest waits for a second administrator. */
  waits: z.boolean(),
});
export const adminChangeRequest = z.strictObject({
  name: name.optional(),
  role: z.enum(ADMIN_ROLES).optional(),
  status: z.enum(['active', 'inactive']).optional(),
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
