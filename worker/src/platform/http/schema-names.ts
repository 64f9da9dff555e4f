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
  carPayment,
  homePayment,
  lookupAnswer,
  lookupRequest,
  paymentExceptionAnswer,
  pendingPayment,
  travelPayment,
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
import { carDetails, homeDetails, travelDetails } from '../../../../domain/quote/details.ts';
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

/** Schema names in the OpenAPI document and in clients generated from it. */
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
  CarDetails: carDetails,
  CarPayment: carPayment,
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
  HomeDetails: homeDetails,
  HomePayment: homePayment,
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
  TravelDetails: travelDetails,
  TravelPayment: travelPayment,
  Webhook: webhookAnswer,
  WebhookRequest: webhookRequest,
};

// Runs at import: a schema must have its name before a route uses it.
for (const [refId, schema] of Object.entries(SCHEMAS))
  zodToOpenAPIRegistry.add(schema, { _internal: { refId } });
