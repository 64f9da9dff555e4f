import * as z from 'zod';
import { pathId } from '../../../../domain/ids.ts';
import {
  withdrawalAnswer,
  withdrawalChoice,
  withdrawalConfirmed,
  withdrawalConfirmRequest,
  withdrawalReceived,
  withdrawalRequest,
} from '../../../../domain/policy/withdrawal-schema.ts';
import { forWallet } from '../../identity/wallet/guard.ts';
import { endpoint, reply, routes } from '../../platform/http/endpoint.ts';
import { answer } from '../../platform/http/openapi.ts';
import { confirmWithdrawal } from './confirm.ts';
import { submitWithdrawal } from './submit.ts';
import { withdrawFromContract } from './withdraw.ts';

export const withdrawalRoutes = routes('policy', [
  endpoint('POST /insurance/policy/{id}/withdraw', {
    operationId: 'withdrawFromContract',
    summary: 'Withdraw from the contract within 14 days of the purchase; the whole premium goes back',
    description:
      'The contract is void from this request: its open claims are closed, and no claim on it is paid. A policy that it replaced continues, or ends as well while it can be withdrawn from.',
    guard: forWallet,
    idempotent: 'by key',
    params: z.object({ id: pathId }),
    optionalBody: withdrawalChoice,
    answers: { 200: answer(withdrawalAnswer, 'The withdrawal as recorded') },
    refuses: [404, 409],
    run: (ctx, { id, replaced }) => withdrawFromContract(ctx, id, replaced),
  }),
  endpoint('POST /withdrawals', {
    operationId: 'submitWithdrawal',
    summary: 'Withdraw by policy number and email address; a repeat within 30 seconds counts once',
    description:
      'The answer is the same whether or not there is such a policy. It takes effect once the link that we email to the confirmed address is followed, or a person has checked it.',
    limit: 'SIGN_IN_LIMIT',
    idempotent: 'by content',
    body: withdrawalRequest,
    answers: { 201: answer(withdrawalReceived, 'Received, with the time that counts') },
    refuses: [409],
    run: async (ctx, input) => reply({ data: await submitWithdrawal(ctx, input) }),
  }),
  endpoint('POST /withdrawals/confirm', {
    operationId: 'confirmWithdrawal',
    summary: 'Confirm a withdrawal with the token from its letter',
    limit: 'SIGN_IN_LIMIT',
    body: withdrawalConfirmRequest,
    answers: { 200: answer(withdrawalConfirmed, 'What becomes of it') },
    refuses: [404, 409],
    run: (ctx, { token }) => confirmWithdrawal(ctx, token),
  }),
]);
