import { conflict, fieldError } from '#domain/errors.ts';
import { insurerText } from '#domain/operator.ts';
import * as policyApi from '#domain/policy/api.ts';
import type { PolicyDetailAnswer } from '#domain/policy/schema.ts';
import { wordingOf } from '#domain/products/forms/published.ts';
import { type Ctx, chainName, nowIso, type WalletCtx } from '#worker/platform/context.ts';
import { pdfDownload } from '#worker/platform/http/download.ts';
import { serve } from '#worker/platform/http/serve.ts';
import { getDetailsProof } from '#worker/policies/details-proof.ts';
import { getPolicy } from '#worker/policies/get.ts';
import { holderName } from './data.ts';
import { lastCertificate, writeCertificate } from './letter.ts';

const PDF = 'application/pdf';

interface Certificate {
  filename: string;
  type: typeof PDF;
  content: Uint8Array;
}

const REFUSALS: Readonly<Partial<Record<PolicyDetailAnswer['status'], string>>> = {
  pending: 'This policy is not active yet. Its certificate will be available once it is.',
  rejected: 'This policy was rejected and its premium refunded, so there is no certificate.',
};

/** Throws 409 for a policy that is pending or was rejected: a certificate needs cover that began. */
function requireCertifiable({ status }: PolicyDetailAnswer): void {
  const refusal = REFUSALS[status];
  if (refusal) throw conflict(refusal);
}

/** Without a contract to ask, whoever checks the policy needs its payment's block. */
function verifyUrl({ settings }: Ctx, { quote_id, enforced_by, payment_block }: PolicyDetailAnswer): string {
  const page = `${settings.publicOrigin}/verify/${quote_id}`;
  return enforced_by === 'records' && payment_block !== null ? `${page}?block=${payment_block}` : page;
}

/** The certificate of the actor's policy as a PDF. Throws if the stored details don't give the signed details hash. */
export async function issueCertificate(ctx: WalletCtx, policy: PolicyDetailAnswer): Promise<Certificate> {
  requireCertifiable(policy);
  const wording = wordingOf(policy.wording_version);
  if (wording === null) throw new Error(`The wording ${policy.wording_version} was never published`);
  // PDF code and fonts are most of the worker's size, so they load on demand.
  const { renderCertificate } = await import('./render.ts');
  const content = await renderCertificate(
    {
      policy,
      proof: await getDetailsProof(ctx, policy),
      wording,
      insurer: insurerText(ctx.settings.operator),
      chain_name: chainName(ctx, policy.chain_id),
      site: ctx.settings.publicOrigin,
      verify_url: verifyUrl(ctx, policy),
      issued_at: nowIso(ctx),
    },
    ctx.fonts,
  );
  return { filename: `Mooring-${policy.policy_number}.pdf`, type: PDF, content };
}

/** The certificate of the actor's policy. 404 if missing or owned by another wallet. */
export const getCertificate = serve(policyApi.getCertificate, async (ctx, { id }) => {
  const { filename, content } = await issueCertificate(ctx, await getPolicy(ctx, { id }));
  return pdfDownload(filename, content);
});

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
    email,
    policy: { policy_id: policy.id, product: policy.policy_type, name: holderName({ policy }) },
  });
});

/** Status of the latest certificate letter for the actor's policy; null if none was requested. */
export const getCertificateEmail = serve(policyApi.getCertificateEmail, async (ctx, { id }) => {
  const policy = await getPolicy(ctx, { id });
  return lastCertificate(ctx, { wallet: ctx.actor.wallet, quote_id: policy.quote_id });
});
