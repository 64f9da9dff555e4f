import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { type PaymentException, paymentExceptionAnswer } from '#domain/payments/schema.ts';
import { asHolder } from '#web/test/as-holder.ts';
import { type ApiCall, fakeApi } from '#web/test/fake-api.ts';
import { ADA, fault, localDeployment } from '#web/test/fake-extension.ts';
import { inParts } from '#web/test/in-parts.ts';
import { late } from '#web/test/late.ts';
import { mountSite } from '#web/test/mount.tsx';
import { CONSENT_UNTIL, consentRequest } from '#web/test/sample-consent.ts';

const SIGNATURE = `0x${'51'.repeat(65)}`;
const AMOUNT = '600000000000000000';
const CONSENT = 'POST /insurance/payment-exceptions/4/consent';
const request = consentRequest({ refund: AMOUNT });

/** A second payment whose cover began on October 20, 2026, as it is found on December 1. */
const exception = (change: Partial<PaymentException> = {}): PaymentException =>
  paymentExceptionAnswer.parse({
    id: 4,
    reason: 'duplicate',
    status: 'owed',
    quote_id: `0x${'b'.repeat(64)}`,
    chain_id: 1337,
    tx_hash: `0x${'a'.repeat(64)}`,
    currency: 'ETH',
    decimals: 18,
    amount: AMOUNT,
    paid_at: '2026-10-20T10:00:00.000Z',
    refund_due_at: '2026-12-08T10:00:00.000Z',
    refunded_at: null,
    refund_tx_hash: null,
    policy_id: 12,
    policy_number: 'POL-012',
    consent: { consent: request, valid_until: CONSENT_UNTIL },
    consented_until: null,
    ...change,
  });
const consented = { consent: null, consented_until: CONSENT_UNTIL };

const {
  extension,
  toasts,
  signatures: asked,
} = asHolder('2026-12-01T10:00:00Z', () => {
  fakeApi({}, async () => Response.json(localDeployment));
  return { eth_signTypedData_v4: () => SIGNATURE };
});

/** The dashboard, with the server's answers to a given consent. */
function dashboard(
  first: PaymentException,
  answer: () => unknown = () => ({ data: exception(consented) }),
): ApiCall[] {
  let now = first;
  const calls = fakeApi(
    {
      [`GET /insurance/payment-exceptions/${ADA}`]: () => ({ data: [now] }),
      [`GET /insurance/active-policies/${ADA}`]: { data: [] },
      [CONSENT]: async () => {
        const reply = (await answer()) as { data?: PaymentException; next?: PaymentException };
        now = reply.data ?? reply.next ?? now;
        return reply;
      },
    },
    async () => Response.json(localDeployment),
  );
  mountSite('/dashboard');
  return calls;
}

const card = () => screen.findByRole('region', { name: 'You paid twice; we owe you 0.6 ETH' });
const button = () => screen.findByRole<HTMLButtonElement>('button', { name: 'Sign to get it back' });
const sent = (calls: ApiCall[]) => calls.filter(({ method, path }) => `${method} ${path}` === CONSENT);

describe('a refund that needs the holder’s consent', () => {
  it('the card says why the refund needs a signature and what the signature allows @payment-14', async () => {
    dashboard(exception());
    const shown = within(await card());
    expect(
      shown.getByText(
        'POL-012 is paid by your other payment. To send the money back to the wallet that paid, we need your signature.',
      ),
    ).toBeDefined();
    expect(
      shown.getByText(
        (_, element) =>
          element?.textContent ===
          'Once the cover of a payment has run for 30 days, the contract lets us give its premium back only if its holder agrees. Your wallet asks for one signature. It allows exactly this refund, until December 15, 2026, and nothing else. It is free. The cover that this payment bought is then void from the beginning.',
        { selector: 'p' },
      ),
    ).toBeDefined();
    expect(
      shown.getByText(
        inParts(
          `Agree to a refund of 600,000,000,000,000,000 base units until 2026-12-15 10:00:00 UTC, which cancels policy 0x${'b'.repeat(64)}`,
        ),
      ),
    ).toBeDefined();
    expect(shown.getByText('needs your signature')).toBeDefined();
    expect(shown.queryByText(/You do not need to do anything/)).toBeNull();
    expect(asked()).toBe(0);
  });

  it('one signature is sent, and the card says that we have it and until when', async () => {
    const calls = dashboard(exception());
    fireEvent.click(await button());
    expect(
      await screen.findByText(
        'POL-012 is paid by your other payment. We have your signature; it is valid until December 15, 2026. We will send the money back to the wallet that paid by December 8, 2026. There’s nothing you need to do.',
      ),
    ).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Sign to get it back' })).toBeNull();
    expect(screen.getByText('promised by December 8, 2026')).toBeDefined();
    expect(asked()).toBe(1);
    expect(sent(calls).map(({ body }) => body)).toEqual([
      { signature: SIGNATURE, valid_until: '2026-12-15T10:00:00.000Z' },
    ]);
    expect(toasts).toEqual(['Thank you. We have your signature.']);
  });

  it('two clicks sign once, and the button is busy until a slow server has answered', async () => {
    const signature = late<unknown>();
    const answer = late<unknown>();
    extension.answers.eth_signTypedData_v4 = () => signature.promise;
    const calls = dashboard(exception(), () => answer.promise);
    const sign = await button();
    act(() => {
      sign.click();
      sign.click();
    });
    expect(await screen.findByText('Confirm in MetaMask.')).toBeDefined();
    signature.resolve(SIGNATURE);
    await waitFor(() => expect(sent(calls)).toHaveLength(1));
    expect(sign.getAttribute('aria-disabled')).toBe('true');
    answer.resolve({ data: exception(consented) });
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Sign to get it back' })).toBeNull());
    expect(asked()).toBe(1);
    expect(sent(calls)).toHaveLength(1);
  });

  it('refusing the signature changes nothing and says so', async () => {
    extension.answers.eth_signTypedData_v4 = () => {
      throw fault(4001, 'User denied message signature.');
    };
    const calls = dashboard(exception());
    fireEvent.click(await button());
    expect(
      await screen.findByText('You did not sign, so nothing has changed. You can sign at any time.'),
    ).toBeDefined();
    expect((await button()).disabled).toBe(false);
    expect(sent(calls)).toEqual([]);
  });

  it('the wallet is not asked to sign an amount that differs from the card', async () => {
    const consent = { consent: consentRequest({ refund: '1' }), valid_until: CONSENT_UNTIL };
    dashboard(exception({ consent }));
    fireEvent.click(await button());
    expect(await screen.findByText('We do not have your signature yet')).toBeDefined();
    expect(asked()).toBe(0);
  });

  it('a refused consent gives the reason, and the new terms are loaded and signed again', async () => {
    const day = '2026-12-16T10:00:00.000Z';
    const renewed = consentRequest({ refund: AMOUNT, validUntil: '1797415200' });
    let refusals = 1;
    const calls = dashboard(exception(), () =>
      refusals-- > 0
        ? {
            status: 422,
            message: 'This date has passed.',
            next: exception({ consent: { consent: renewed, valid_until: day } }),
          }
        : { data: exception({ ...consented, consented_until: day }) },
    );
    fireEvent.click(await button());
    expect(await screen.findByText('This date has passed.')).toBeDefined();
    expect(await screen.findByText('December 16, 2026')).toBeDefined();
    fireEvent.click(await button());
    expect(await screen.findByText(/it is valid until December 16, 2026\./)).toBeDefined();
    expect(sent(calls)[1]?.body).toEqual({ signature: SIGNATURE, valid_until: day });
    expect(asked()).toBe(2);
  });

  it('a consent that has lapsed is asked for again', async () => {
    dashboard(exception({ consented_until: '2026-11-30T10:00:00.000Z' }));
    expect(await button()).toBeDefined();
    expect(screen.queryByText(/We have your signature/)).toBeNull();
  });

  it('a late refund with a consent says that we have it and that we are late', async () => {
    dashboard(exception({ ...consented, refund_due_at: '2026-11-30T10:00:00.000Z' }));
    expect(
      await screen.findByText(
        'POL-012 is paid by your other payment. We have your signature; it is valid until December 15, 2026. The money was due back by November 30, 2026, and we are late. We’re sorry: please write to us.',
      ),
    ).toBeDefined();
  });
});
