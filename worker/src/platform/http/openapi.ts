import { zodToOpenAPIRegistry } from '@asteasolutions/zod-to-openapi';
import type { OpenAPIHono } from '@hono/zod-openapi';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import * as z from 'zod';
import type { Refusal } from '#domain/http/call.ts';
import { failure } from '#domain/http/envelope.ts';
import { DETAILS } from '#domain/products/forms/details.ts';
import { PRODUCT_KEYS, shortName } from '#domain/products/index.ts';
import type { AppEnv } from './env.ts';
import { codesOf } from './errors.ts';
import { FOR_A_MINUTE } from './headers.ts';
import { limitedClient } from './limits.ts';
import * as modules from './schemas.ts';

/** Names that don't follow from the export: `claimAnswer` is `Claim`, `claimRequest` is `ClaimRequest`. */
const NAMES: Readonly<Record<string, string>> = {
  activity: 'DashboardActivity',
  activityEntry: 'Activity',
  adminClaimAnswer: 'AdministratorClaim',
  adminLoginRequest: 'AdministratorLogin',
  adminProfile: 'Administrator',
  adminReplyRequest: 'AdministratorReply',
  adminSession: 'AdministratorSession',
  beneficiaryRequest: 'BeneficiaryChange',
  bulkAnswer: 'BulkChange',
  claimDetail: 'AdministratorClaimDetail',
  claimPaymentRequest: 'ClaimPaymentReport',
  claimStatusRequest: 'ClaimDecision',
  contactFormAnswer: 'ContactFormReceipt',
  contactFormRequest: 'ContactForm',
  contactRequest: 'ContactChange',
  documentsAnswer: 'AddedDocuments',
  failure: 'Problem',
  faqVoteRequest: 'FaqVote',
  lookupAnswer: 'PaymentLookup',
  lookupRequest: 'PaymentLookupRequest',
  messageRequest: 'ThreadRequest',
  renewAnswer: 'Renewal',
  replyRequest: 'Reply',
  savedReply: 'SavedReply',
  threadMessage: 'Message',
  threadStatusRequest: 'ThreadStatusChange',
  shareAnswer: 'ProofLink',
  shareRequest: 'ProofLinkRequest',
  verifyAnswer: 'Session',
  visitReportAnswer: 'VisitReceipt',
  verifyRequest: 'SignedMessage',
};
/** Named schemas that aren't objects. */
const OTHERS = new Set(['draftRequest', 'quoteRequest', 'faqVotes']);

const nameOf = (key: string) =>
  NAMES[key] ?? `${key[0]?.toUpperCase()}${key.slice(1)}`.replace(/Answer$/, '');
const setName = (schema: z.ZodType, refId: string) =>
  zodToOpenAPIRegistry.add(schema, { _internal: { refId } });

// At load time, because a schema must have its name before a route uses it.
for (const [key, schema] of Object.values(modules).flatMap((each) => Object.entries(each))) {
  if (schema instanceof z.ZodObject || OTHERS.has(key)) setName(schema as z.ZodType, nameOf(key));
}
for (const key of PRODUCT_KEYS) {
  const name = shortName(key).replaceAll(' ', '');
  setName(DETAILS[key], `${name}Details`);
  setName(modules.payments.PAYMENTS[key], `${name}Payment`);
}

const REFUSALS = {
  400: 'BadRequest',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'NotFound',
  409: 'Conflict',
  413: 'PayloadTooLarge',
  415: 'UnsupportedMediaType',
  422: 'InvalidInput',
  429: 'TooManyRequests',
  500: 'InternalError',
  503: 'Unavailable',
} as const;

/** The error responses of a route, besides those any route can give. */
export function refusals<Status extends Refusal>(...statuses: Status[]) {
  const entry = (status: Refusal) => ({ $ref: `#/components/responses/${REFUSALS[status]}` });
  return Object.fromEntries(
    [...statuses, 429 as const, 500 as const].map((status) => [status, entry(status)]),
  ) as Record<Status | 429 | 500, ReturnType<typeof entry>>;
}

/** OpenAPI 3.1 names a license by its SPDX identifier, but the library's types are those of 3.0. */
const LICENSE = { name: 'MIT', identifier: 'MIT' };

const bearer = (description: string) => ({
  type: 'http' as const,
  scheme: 'bearer',
  bearerFormat: 'JWT',
  description,
});

/**
 * The head of the API's OpenAPI document.
 * @public scripts/openapi/document.mjs loads it
 */
export const documentHead = (version: string) => ({
  openapi: '3.1.0',
  info: { title: 'Mooring API', version, license: LICENSE },
  servers: [{ url: '/' }],
});

/** Serves the API's OpenAPI document, with its errors and security schemes; it is made once. */
export function describeApi(app: OpenAPIHono<AppEnv>, version: string): void {
  const registry = app.openAPIRegistry;
  registry.register('Problem', failure);
  for (const [status, name] of Object.entries(REFUSALS)) {
    registry.registerComponent('responses', name, {
      description: codesOf(Number(status)).join(', '),
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Problem' } } },
    });
  }
  registry.registerComponent('securitySchemes', 'wallet', bearer('Session token of POST /auth/verify'));
  registry.registerComponent('securitySchemes', 'admin', bearer('Session token of POST /admin/auth/login'));
  let made: { text: string; tag: string } | undefined;
  app.get('/openapi.json', limitedClient, (c) => {
    if (!made) {
      const text = JSON.stringify(app.getOpenAPI31Document(documentHead(version)));
      made = { text, tag: `"${bytesToHex(sha256(utf8ToBytes(text))).slice(0, 32)}"` };
    }
    c.header('ETag', made.tag);
    c.header('Cache-Control', FOR_A_MINUTE);
    // A proxy that compresses the answer marks its tag as weak.
    if (c.req.header('if-none-match')?.includes(made.tag)) return c.body(null, 304);
    return c.body(made.text, 200, { 'Content-Type': 'application/json' });
  });
}

export const body = <Schema extends z.ZodType>(schema: Schema) => ({
  required: true as const,
  content: { 'application/json': { schema } },
});

/** A body that a request may leave out, or send as a form. */
export const optionalBody = (schema: z.ZodType, form?: z.ZodType) => ({
  required: false as const,
  content: {
    'application/json': { schema },
    ...(form && {
      'application/x-www-form-urlencoded': { schema: form },
      'multipart/form-data': { schema: form },
    }),
  },
});

/** The body of an upload. `filesOf` reads it under any field name, which a validating schema could not allow. */
export const filesBody = {
  required: true as const,
  content: {
    'multipart/form-data': {
      schema: { type: 'object', additionalProperties: { type: 'string', format: 'binary' } } as const,
    },
  },
};

export const idempotencyHeader = z.object({
  'idempotency-key': z
    .string()
    .min(1)
    .max(200)
    .optional()
    .describe(
      'A repeat with the same key and body creates nothing twice: it answers with the record that the first request created, in its current state.',
    ),
});

export const ifMatchHeader = z.object({
  'if-match': z.string().max(40).optional().describe('ETag of the version of the record that was read'),
});
