import * as z from 'zod';
import { pathId } from '../../../../domain/ids.ts';
import { pageQuery } from '../../../../domain/page.ts';
import {
  lookupAnswer,
  lookupRequest,
  PAYMENTS,
  paymentAnswer,
  paymentExceptionAnswer,
} from '../../../../domain/payments/schema.ts';
import { signedConsent } from '../../../../domain/policy/consent.ts';
import { PRODUCT_KEYS, shortName } from '../../../../domain/products/index.ts';
import { forWallet } from '../../identity/wallet/guard.ts';
import { endpoint, reply, routes } from '../../platform/http/endpoint.ts';
import { answer, pageAnswer } from '../../platform/http/openapi.ts';
import { recordConsent } from './consent.ts';
import { listExceptions, presentException } from './list-exceptions.ts';
import { lookUpPayment } from './lookup.ts';
import { recordPayment } from './record.ts';

export const paymentRoutes = routes('payments', [
  endpoint('GET /insurance/payment-exceptions/{wallet}', {
    operationId: 'listPaymentExceptions',
    summary: 'List payments without a policy that we owe back or have refunded, newest first',
    guard: forWallet,
    params: z.object({ wallet: z.string().max(80) }),
    query: z.object(pageQuery),
    answers: { 200: pageAnswer(paymentExceptionAnswer, 'The payments') },
    refuses: [404],
    run: listExceptions,
  }),
  endpoint('POST /insurance/payment-exceptions/{id}/consent', {
    operationId: 'consentToRefund',
    summary: 'Record the signed consent to the refund of a payment without a policy',
    guard: forWallet,
    params: z.object({ id: pathId }),
    body: signedConsent,
    answers: { 200: answer(paymentExceptionAnswer, 'The payment with the consent') },
    refuses: [404, 409, 503],
    run: async (ctx, input) => presentException(ctx, await recordConsent(ctx, input)),
  }),
  endpoint('POST /insurance/payments/lookup', {
    operationId: 'lookUpPayment',
    summary: 'Look up a payment by its transaction',
    guard: forWallet,
    body: lookupRequest,
    answers: { 200: answer(lookupAnswer, 'What became of the payment') },
    run: lookUpPayment,
  }),
  ...PRODUCT_KEYS.map((product) =>
    endpoint(`POST /insurance/${product}-quote`, {
      operationId: `report${shortName(product).replaceAll(' ', '')}Payment`,
      summary: `Report the transaction that paid for ${product} insurance`,
      // Idempotent by transaction, so an Idempotency-Key is ignored.
      guard: forWallet,
      body: PAYMENTS[product],
      answers: {
        200: answer(paymentAnswer, 'The policy, recorded before'),
        201: answer(paymentAnswer, 'The policy, recorded now'),
        202: answer(paymentAnswer, 'Not certain yet; the policy will appear automatically'),
      },
      refuses: [404, 409],
      run: async (ctx, input) => reply(await recordPayment(ctx, product, input)),
    }),
  ),
]);
