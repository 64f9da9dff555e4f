import * as z from 'zod';
import { answer, call, pageAnswer } from '#domain/http/call.ts';
import { pageQuery } from '#domain/page.ts';
import { signedConsent } from '#domain/policy/consent.ts';
import { PRODUCT_KEYS, type ProductKey, shortName } from '#domain/products/index.ts';
import { lookupAnswer, lookupRequest, PAYMENTS, paymentAnswer, paymentExceptionAnswer } from './schema.ts';

export const TAG = 'payments';

export const listPaymentExceptions = call(
  'listPaymentExceptions',
  'GET /insurance/payment-exceptions/{wallet}',
  {
    summary: 'List payments without a policy that we owe back or have refunded, newest first',
    who: 'wallet',
    params: z.object({ wallet: z.string().max(80) }),
    query: z.object(pageQuery),
    answers: { 200: pageAnswer(paymentExceptionAnswer, 'The payments') },
  },
);

export const consentToRefund = call('consentToRefund', 'POST /insurance/payment-exceptions/{id}/consent', {
  summary: 'Record the signed consent to the refund of a payment without a policy',
  who: 'wallet',
  body: signedConsent,
  answers: { 200: answer(paymentExceptionAnswer, 'The payment with the consent') },
  refuses: [404, 409, 503],
});

export const lookUpPayment = call('lookUpPayment', 'POST /insurance/payments/lookup', {
  summary: 'Look up a payment by its transaction',
  who: 'wallet',
  body: lookupRequest,
  answers: { 200: answer(lookupAnswer, 'What became of the payment') },
});

/** The transaction that paid for a product, by product. It is idempotent by transaction, so an Idempotency-Key is ignored. */
const reportPayment = (product: ProductKey) =>
  call(`report${shortName(product).replaceAll(' ', '')}Payment`, `POST /insurance/${product}-quote`, {
    summary: `Report the transaction that paid for ${product} insurance`,
    who: 'wallet',
    body: PAYMENTS[product],
    answers: {
      200: answer(paymentAnswer, 'The policy, recorded before'),
      201: answer(paymentAnswer, 'The policy, recorded now'),
      202: answer(paymentAnswer, 'Not certain yet; the policy will appear automatically'),
    },
    refuses: [404, 409],
  });
export const reportPayments = PRODUCT_KEYS.map(reportPayment);
