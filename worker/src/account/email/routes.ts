import { confirmEmailAnswer, confirmEmailRequest } from '../../../../domain/account/schema.ts';
import { endpoint, routes } from '../../platform/http/endpoint.ts';
import { answer } from '../../platform/http/openapi.ts';
import { confirmEmail } from './confirm.ts';

export const accountRoutes = routes('account', [
  endpoint('POST /account/email/confirm', {
    operationId: 'confirmEmail',
    summary: 'Confirm an email address with the token from its letter',
    limit: 'SIGN_IN_LIMIT',
    body: confirmEmailRequest,
    answers: { 200: answer(confirmEmailAnswer, 'The address is confirmed') },
    refuses: [404, 409],
    run: (ctx, { token }) => confirmEmail(ctx, token),
  }),
]);
