import * as policyApi from '#domain/policy/api.ts';
import { serve } from '#worker/platform/http/serve.ts';
import { getPolicy } from '#worker/policies/get.ts';
import { fieldError } from '#worker/quotes/terms.ts';
import { requireCertifiable } from './issue.ts';
import { lastCertificate, writeCertificate } from './letter.ts';

/**
 * Emails the certificate of the actor's policy to `email`, by default the policy's address. 404 for
 * another wallet's policy.
 */
export const emailCertificate = serve(policyApi.emailCertificate, async (ctx, input) => {
  const policy = await getPolicy(ctx, { id: input.id });
  requireCertifiable(policy);
  const email = input.email ?? policy.contact.email;
  // A wallet that received the policy has given no address yet.
  if (email === '') throw fieldError('email', 'Please enter an email address.');
  return writeCertificate(ctx, {
    wallet: ctx.actor.wallet,
    quote_id: policy.quote_id,
    policyId: policy.id,
    email,
  });
});

/** Status of the latest certificate letter for the actor's policy; null if none was requested. */
export const getCertificateEmail = serve(policyApi.getCertificateEmail, async (ctx, { id }) => {
  const policy = await getPolicy(ctx, { id });
  return lastCertificate(ctx, { wallet: ctx.actor.wallet, quote_id: policy.quote_id });
});
