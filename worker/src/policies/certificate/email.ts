import type { CertificateEmailAnswer } from '../../../../domain/policy/service-schema.ts';
import type { WalletCtx } from '../../platform/context.ts';
import { fieldError } from '../../quotes/terms.ts';
import { getPolicy } from '../get.ts';
import { requireCertifiable } from './issue.ts';
import { lastCertificate, writeCertificate } from './letter.ts';

/**
 * Emails the certificate of the actor's policy to `email`, by default the policy's address. 404 for
 * another wallet's policy.
 */
export async function emailCertificate(
  ctx: WalletCtx,
  input: { id: number; email?: string | undefined },
): Promise<CertificateEmailAnswer> {
  const policy = await getPolicy(ctx, { id: input.id });
  requireCertifiable(policy);
  const email = input.email ?? policy.contact.email;
  // A wallet that received the policy has given no address yet.
  if (email === '') throw fieldError('email', 'Please enter an email address.');
  return writeCertificate(ctx, {
    wallet: ctx.actor.wallet,
    quoteId: policy.quote_id,
    policyId: policy.id,
    email,
  });
}

/** Status of the latest certificate letter for the actor's policy; null if none was requested. */
export async function certificateEmailState(
  ctx: WalletCtx,
  id: number,
): Promise<CertificateEmailAnswer | null> {
  const policy = await getPolicy(ctx, { id });
  return lastCertificate(ctx, { wallet: ctx.actor.wallet, quoteId: policy.quote_id });
}
