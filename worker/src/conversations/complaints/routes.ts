import { complaintAnswer, complaintRequest } from '../../../../domain/complaints/schema.ts';
import { endpoint, reply, routes } from '../../platform/http/endpoint.ts';
import { answer } from '../../platform/http/openapi.ts';
import { sendComplaint } from './send.ts';

export const complaintRoutes = routes('support', [
  endpoint('POST /complaints', {
    operationId: 'sendComplaint',
    summary: 'Complain, with or without a wallet; a repeat within 30 seconds counts once',
    limit: 'SIGN_IN_LIMIT',
    idempotent: 'by content',
    body: complaintRequest,
    answers: { 201: answer(complaintAnswer, 'Received, with its number') },
    refuses: [409],
    run: async (ctx, input) => reply({ data: await sendComplaint(ctx, input) }),
  }),
]);
