import type { CertificateEmailAnswer } from '../../../../domain/policy/service-schema.ts';
import type { WalletCtx } from '../../platform/context.ts';
import { fieldError } from '../../quotes/terms.ts';
import { getPolicy } from '../get.ts';
import { requireCertifiable } from './issue.ts';
import { lastCertificate, writeCertificate } from './letter.ts';

/** Sends the certificate of the actor's own policy to `email`, by default to the policy's; 404 for another's policy. */
export async function emailCertificate(
  ctx: WalletCtx,
  input: { id: number; email?: string | undefined },
): Promise<CertificateEmailAnswer> {
  const policy = await getPolicy(ctx, { id: input.id });
  requireCertifiable(policy);
  const email = input.email ?? policy.contact.email;
  // A wallet that the policy moved to has given no address yet.
  if (email === '') throw fieldError('email', 'Please enter an email address.');
  return writeCertificate(ctx, {
    wallet: ctx.actor.wallet,
    quoteId: policy.quote_id,
    policyId: policy.id,
    email,
  });
}

/** How far the latest letter with the certificate of the actor's own policy has come; null when none was asked for. */
export async function certificateEmailState(
  ctx: WalletCtx,
  id: number,
): Promise<CertificateEmailAnswer | null> {
  const policy = await getPolicy(ctx, { id });
  return lastCertificate(ctx, { wallet: ctx.actor.wallet, quoteId: policy.quote_id });
}
