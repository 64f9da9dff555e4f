import * as z from 'zod';
import { pathId } from '../../../../domain/ids.ts';
import { certificateEmailAnswer, certificateEmailRequest } from '../../../../domain/policy/service-schema.ts';
import { forWallet } from '../../identity/wallet/guard.ts';
import { pdfDownload } from '../../platform/http/download.ts';
import { endpoint, routes } from '../../platform/http/endpoint.ts';
import { answer, fileAnswer } from '../../platform/http/openapi.ts';
import { certificateEmailState, emailCertificate } from './email.ts';
import { getCertificate } from './issue.ts';

const params = z.object({ id: pathId });

export const certificateRoutes = routes('policy', [
  endpoint('GET /insurance/policy/{id}/certificate', {
    operationId: 'getCertificate',
    summary: 'Download the insurance certificate',
    guard: forWallet,
    limit: 'QUOTE_LIMIT',
    params,
    answers: { 200: fileAnswer('A PDF file', 'application/pdf') },
    refuses: [404, 409],
    run: async (ctx, { id }) => {
      const { filename, content } = await getCertificate(ctx, id);
      return pdfDownload(filename, content);
    },
  }),
  endpoint('POST /insurance/policy/{id}/certificate/email', {
    operationId: 'emailCertificate',
    summary: "Send the certificate by email, by default to the policy's address",
    guard: forWallet,
    idempotent: 'by key',
    params,
    body: certificateEmailRequest,
    answers: {
      202: answer(certificateEmailAnswer, 'The letter; a repeat within a minute returns the same one'),
    },
    refuses: [404, 409],
    run: emailCertificate,
  }),
  endpoint('GET /insurance/policy/{id}/certificate/email', {
    operationId: 'getCertificateEmail',
    summary: 'Get the status of the latest certificate letter',
    guard: forWallet,
    params,
    answers: {
      200: answer(z.union([certificateEmailAnswer, z.null()]), 'The letter; null if none was requested'),
    },
    refuses: [404],
    run: (ctx, { id }) => certificateEmailState(ctx, id),
  }),
]);
