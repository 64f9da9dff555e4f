import { zodToOpenAPIRegistry } from '@asteasolutions/zod-to-openapi';
import type * as z from 'zod';
import {
  activityEntry,
  profileAnswer,
  profileChange,
  profileDeleted,
  pushSubscription,
  pushUnsubscribe,
} from '../../../../domain/account/profile-schema.ts';
import {
  adminClaimAnswer,
  adminLoginRequest,
  adminProfile,
  adminReplyRequest,
  adminSession,
  claimPaymentRequest,
  claimStatusRequest,
  threadStatusRequest,
} from '../../../../domain/admin/schema.ts';
import { nonceRequest, verifyAnswer, verifyRequest } from '../../../../domain/auth/schema.ts';
import {
  callRequest,
  claimAnswer,
  claimDetailAnswer,
  claimDocument,
  claimEvent,
  claimPayout,
  claimRequest,
  documentsAnswer,
} from '../../../../domain/claims/schema.ts';
import { contactFormAnswer, contactFormRequest } from '../../../../domain/contact/schema.ts';
import { configAnswer, healthAnswer } from '../../../../domain/health/schema.ts';
import { failure } from '../../../../domain/http/envelope.ts';
import {
  messageRequest,
  replyRequest,
  threadAnswer,
  threadDetailAnswer,
  threadMessage,
} from '../../../../domain/messages/schema.ts';
import {
  lookupAnswer,
  lookupRequest,
  PAYMENTS,
  paymentExceptionAnswer,
  pendingPayment,
} from '../../../../domain/payments/schema.ts';
import { readyTransaction, settlement } from '../../../../domain/payouts/schema.ts';
import { policyAnswer, policyDetailAnswer } from '../../../../domain/policy/schema.ts';
import {
  beneficiaryRequest,
  cancellationAnswer,
  cancellationPreview,
  certificateEmailAnswer,
  certificateEmailRequest,
  contactRequest,
  renewAnswer,
  timelineEntry,
} from '../../../../domain/policy/service-schema.ts';
import { DETAILS } from '../../../../domain/products/forms/details.ts';
import { PRODUCT_KEYS, shortName } from '../../../../domain/products/index.ts';
import {
  draftAnswer,
  draftDetailAnswer,
  draftRequest,
  evmPayment,
  quoteAnswer,
  quoteRequest,
  substratePayment,
} from '../../../../domain/quote/schema.ts';
import { registrySummary } from '../../../../domain/registry/schema.ts';
import { faqVoteRequest, faqVotes } from '../../../../domain/support/schema.ts';
import { deliveryAnswer, webhookAnswer, webhookRequest } from '../../../../domain/webhooks/schema.ts';

/** `HomeDetails` and `HomePayment`, and so on for each product. */
const OF_PRODUCTS = PRODUCT_KEYS.flatMap((key): [string, z.ZodType][] => {
  const name = shortName(key).replaceAll(' ', '');
  return [
    [`${name}Details`, DETAILS[key]],
    [`${name}Payment`, PAYMENTS[key]],
  ];
});

/** What the API's schemas are called in the OpenAPI document, and so in a client that is generated from it. */
const SCHEMAS: Readonly<Record<string, z.ZodType>> = {
  Activity: activityEntry,
  AddedDocuments: documentsAnswer,
  Administrator: adminProfile,
  AdministratorClaim: adminClaimAnswer,
  AdministratorLogin: adminLoginRequest,
  AdministratorReply: adminReplyRequest,
  AdministratorSession: adminSession,
  BeneficiaryChange: beneficiaryRequest,
  CallRequest: callRequest,
  Cancellation: cancellationAnswer,
  CancellationPreview: cancellationPreview,
  CertificateEmail: certificateEmailAnswer,
  CertificateEmailRequest: certificateEmailRequest,
  Claim: claimAnswer,
  ClaimDecision: claimStatusRequest,
  ClaimDetail: claimDetailAnswer,
  ClaimDocument: claimDocument,
  ClaimEvent: claimEvent,
  ClaimPaymentReport: claimPaymentRequest,
  ClaimPayout: claimPayout,
  ClaimRequest: claimRequest,
  Config: configAnswer,
  ContactChange: contactRequest,
  ContactForm: contactFormRequest,
  ContactFormReceipt: contactFormAnswer,
  Delivery: deliveryAnswer,
  Draft: draftAnswer,
  DraftDetail: draftDetailAnswer,
  DraftRequest: draftRequest,
  EvmPayment: evmPayment,
  FaqVote: faqVoteRequest,
  FaqVotes: faqVotes,
  Health: healthAnswer,
  Message: threadMessage,
  NonceRequest: nonceRequest,
  PaymentException: paymentExceptionAnswer,
  PaymentLookup: lookupAnswer,
  PaymentLookupRequest: lookupRequest,
  PendingPayment: pendingPayment,
  Policy: policyAnswer,
  PolicyDetail: policyDetailAnswer,
  Problem: failure,
  Profile: profileAnswer,
  ProfileChange: profileChange,
  ProfileDeleted: profileDeleted,
  PushSubscription: pushSubscription,
  PushUnsubscribe: pushUnsubscribe,
  Quote: quoteAnswer,
  QuoteRequest: quoteRequest,
  ReadyTransaction: readyTransaction,
  RegistrySummary: registrySummary,
  Renewal: renewAnswer,
  Reply: replyRequest,
  Session: verifyAnswer,
  Settlement: settlement,
  SignedMessage: verifyRequest,
  SubstratePayment: substratePayment,
  Thread: threadAnswer,
  ThreadDetail: threadDetailAnswer,
  ThreadRequest: messageRequest,
  ThreadStatusChange: threadStatusRequest,
  TimelineEntry: timelineEntry,
  Webhook: webhookAnswer,
  WebhookRequest: webhookRequest,
};

// At once: a schema must have its name before a route is made of it.
for (const [refId, schema] of [...Object.entries(SCHEMAS), ...OF_PRODUCTS])
  zodToOpenAPIRegistry.add(schema, { _internal: { refId } });
