import { answer, call } from '#domain/http/call.ts';
import { confirmEmailAnswer, confirmEmailRequest } from './schema.ts';

export const TAG = 'account';

export const confirmEmail = call('confirmEmail', 'POST /account/email/confirm', {
  summary: 'Confirm an email address with the token from its letter',
  limit: 'SIGN_IN_LIMIT',
  body: confirmEmailRequest,
  answers: { 200: answer(confirmEmailAnswer, 'The address is confirmed') },
  refuses: [404, 409],
});
