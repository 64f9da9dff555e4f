import { zodToOpenAPIRegistry } from '@asteasolutions/zod-to-openapi';
import * as z from 'zod';
import * as answers from '#domain/account/answers-api.ts';
import * as profile from '#domain/account/profile-schema.ts';
import * as adminAnalytics from '#domain/admin/analytics-schema.ts';
import * as adminApprovals from '#domain/admin/approvals-schema.ts';
import * as adminAuth from '#domain/admin/auth-schema.ts';
import * as adminBooks from '#domain/admin/books-schema.ts';
import * as adminClaims from '#domain/admin/claims-schema.ts';
import * as adminFigures from '#domain/admin/figures-check-schema.ts';
import * as adminInsight from '#domain/admin/insight-schema.ts';
import * as adminMessages from '#domain/admin/messages-schema.ts';
import * as adminPolicies from '#domain/admin/policies-schema.ts';
import * as adminRecords from '#domain/admin/records-schema.ts';
import * as adminRelay from '#domain/admin/relay-schema.ts';
import * as adminSettings from '#domain/admin/settings-schema.ts';
import * as adminUsers from '#domain/admin/users-schema.ts';
import * as analytics from '#domain/analytics/schema.ts';
import * as audit from '#domain/audit/schema.ts';
import * as auth from '#domain/auth/schema.ts';
import * as claims from '#domain/claims/schema.ts';
import * as contact from '#domain/contact/schema.ts';
import * as health from '#domain/health/schema.ts';
import * as http from '#domain/http/envelope.ts';
import * as messages from '#domain/messages/schema.ts';
import * as payments from '#domain/payments/schema.ts';
import * as payouts from '#domain/payouts/schema.ts';
import * as consent from '#domain/policy/consent.ts';
import * as policy from '#domain/policy/schema.ts';
import * as service from '#domain/policy/service-schema.ts';
import * as share from '#domain/policy/share-schema.ts';
import { DETAILS } from '#domain/products/forms/details.ts';
import { PRODUCT_KEYS, shortName } from '#domain/products/index.ts';
import * as quote from '#domain/quote/schema.ts';
import * as detailsProof from '#domain/registry/details-proof.ts';
import * as registry from '#domain/registry/schema.ts';
import * as support from '#domain/support/schema.ts';
import * as webhooks from '#domain/webhooks/schema.ts';

/** All modules with schemas that routes use. */
const MODULES: readonly Readonly<Record<string, unknown>>[] = [
  ...[
    answers,
    profile,
    adminAnalytics,
    adminAuth,
    adminBooks,
    adminClaims,
    adminFigures,
    adminInsight,
    adminMessages,
    adminPolicies,
    adminApprovals,
    adminRecords,
    adminRelay,
    adminSettings,
    adminUsers,
    audit,
    analytics,
    auth,
    claims,
    contact,
    health,
    http,
    messages,
    payments,
    payouts,
    policy,
    service,
    consent,
    share,
  ],
  ...[quote, registry, detailsProof, support, webhooks],
];

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
for (const [key, schema] of MODULES.flatMap((each) => Object.entries(each))) {
  if (schema instanceof z.ZodObject || OTHERS.has(key)) setName(schema as z.ZodType, nameOf(key));
}
for (const key of PRODUCT_KEYS) {
  const name = shortName(key).replaceAll(' ', '');
  setName(DETAILS[key], `${name}Details`);
  setName(payments.PAYMENTS[key], `${name}Payment`);
}
