import * as z from 'zod';
import {
  adminClaimAnswer,
  claimPaymentRequest,
  payoutAnswer,
} from '../../../../../domain/admin/claims-schema.ts';
import { claimNumber } from '../../../../../domain/claims/lifecycle.ts';
import { numberedId } from '../../../../../domain/ids.ts';
import { discardQuery, handOutRequest } from '../../../../../domain/payouts/schema.ts';
import { endpoint, reply, routes } from '../../../platform/http/endpoint.ts';
import { answer } from '../../../platform/http/openapi.ts';
import { forAdmin } from '../../auth/guard.ts';
import { withdrawOffChain } from './off-chain-payment.ts';
import { discardClaimPayout, prepareClaimPayout } from './prepare.ts';
import { reportPayment } from './report.ts';

const params = z.object({ id: numberedId(claimNumber) });

export const adminClaimPaymentRoutes = routes('admin: claims', [
  endpoint('POST /admin/claims/{id}/payout', {
    operationId: 'preparePayout',
    summary: 'Prepare the payout of an approved claim for a wallet with the claims role',
    guard: forAdmin('claims.pay'),
    idempotent: 'by key',
    params,
    optionalBody: handOutRequest,
    ifMatch: true,
    answers: { 200: answer(payoutAnswer, 'The transaction, valid for 15 minutes') },
    refuses: [404, 409, 503],
    run: (ctx, { call_data, ...input }) => prepareClaimPayout(ctx, { ...input, callData: call_data }),
  }),
  endpoint('DELETE /admin/claims/{id}/payout', {
    operationId: 'discardPayout',
    summary: 'Discard a prepared payout that was definitely not sent',
    guard: forAdmin('claims.pay'),
    idempotent: 'by key',
    params,
    query: discardQuery,
    answers: { 200: answer(adminClaimAnswer, 'The claim; its payout can be prepared again') },
    refuses: [404, 409],
    run: (ctx, { id, not_signed }) => discardClaimPayout(ctx, { id, notSigned: not_signed === 'true' }),
  }),
  endpoint('POST /admin/claims/{id}/payment', {
    operationId: 'reportPayment',
    summary: 'Report the transaction that pays a claim, or a payment by another method',
    guard: forAdmin('claims.pay'),
    idempotent: 'by key',
    params,
    body: claimPaymentRequest,
    ifMatch: true,
    answers: {
      200: answer(
        adminClaimAnswer,
        'Verified, or confirmed by the second administrator, and paid; or a recorded proposal of an approved claim',
      ),
      202: answer(adminClaimAnswer, 'Not confirmed yet: by the network, or by a second administrator'),
    },
    refuses: [404, 409, 503],
    run: async (ctx, input) => {
      const { status, claim, message } = await reportPayment(ctx, input);
      return reply({ data: claim, status, message });
    },
  }),
  endpoint('DELETE /admin/claims/{id}/payment', {
    operationId: 'withdrawPayment',
    summary: 'Withdraw a payment by another method that is not confirmed yet',
    guard: forAdmin('claims.pay'),
    idempotent: 'by key',
    params,
    answers: { 200: answer(adminClaimAnswer, 'The claim, payable again') },
    refuses: [404, 409],
    run: (ctx, { id }) => withdrawOffChain(ctx, id),
  }),
]);
