/** A premium in USDC whose network fee we pay. */
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { ApiCall } from '#web/test/fake-api.ts';
import { mountSite } from '#web/test/mount.tsx';
import {
  AUTHORIZED,
  asked,
  chain,
  chooseCurrency,
  extension,
  nextQuote,
  openWallet,
  QUOTE,
  requests,
  SENT,
  serve,
} from '#web/test/payment-form.ts';

const toasts = openWallet();
const SIGNATURE = `0x${'ab'.repeat(64)}1b`;
const typed_data = { domain: {}, types: {}, primaryType: 'ReceiveWithAuthorization', message: {} };

/** The same quote in USDC for the whole test, and what its relay answers. */
function serveRelay(answer: { status: number; data?: unknown; message?: string; code?: string }) {
  const usdc = nextQuote({ body: { payment_currency: 'USDC' } } as ApiCall).data;
  return serve({
    [QUOTE]: (call) => {
      const { payment_currency: currency } = call.body as { payment_currency: string };
      return currency === 'USDC'
        ? { data: { ...usdc, authorization: { relay: true, typed_data } } }
        : nextQuote(call);
    },
    [`POST /insurance/quotes/${usdc.quote_id}/relay`]: answer,
  });
}

const payUsdc = () => screen.findByRole<HTMLButtonElement>('button', { name: 'Pay $1,200 (1,200 USDC)' });
const relayed = (calls: ApiCall[]) => calls.filter(({ path }) => path.endsWith('/relay'));

async function open(
  answer: Parameters<typeof serveRelay>[0],
  ether: `0x${string}` = '0x0',
): Promise<ApiCall[]> {
  chain.ether = () => ether;
  chain.usdc = () => 1_200_000_000n;
  extension.answers = { ...extension.answers, eth_signTypedData_v4: () => SIGNATURE };
  const calls = serveRelay(answer);
  mountSite('/payment');
  await chooseCurrency('USDC');
  expect(await screen.findByText('We pay the network fee')).toBeDefined();
  expect(screen.getByText('Pay without gas')).toBeDefined();
  expect(screen.queryByText('Network fee')).toBeNull();
  return calls;
}

it('a wallet without coins signs once, and the confirmation follows what we sent', async () => {
  const calls = await open({ status: 202, data: { tx_hash: SENT } });
  fireEvent.click(await payUsdc());
  await waitFor(() => expect(sessionStorage.getItem('transactionData')).not.toBeNull());
  expect(JSON.parse(sessionStorage.getItem('transactionData') ?? '')).toMatchObject({ txHash: SENT });
  expect(relayed(calls).map(({ body }) => body)).toEqual([{ signature: SIGNATURE }]);
  expect([requests('eth_signTypedData_v4'), requests('eth_sendTransaction')]).toEqual([1, 0]);
});

it('the same button sends the same signature from the wallet when we cannot, and says what that costs', async () => {
  const message = 'We cannot send payments on this network at the moment. You can send it from your wallet.';
  const calls = await open({ status: 503, code: 'relay_unavailable', message }, '0xde0b6b3a7640000');
  fireEvent.click(await payUsdc());
  expect(
    await screen.findByText(/^We couldn’t send this payment for you\. Your signature is kept/),
  ).toBeDefined();
  expect(toasts).toContain(message);
  expect(screen.getByText('Network fee')).toBeDefined();
  expect(requests('eth_sendTransaction')).toBe(0);
  const sent: { data: string }[] = [];
  extension.answers = {
    ...extension.answers,
    eth_sendTransaction: ([transaction]: unknown[]) => {
      sent.push(transaction as { data: string });
      return SENT;
    },
  };
  const before = relayed(calls).length;
  fireEvent.click(await payUsdc());
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]?.data.slice(0, 10)).toBe(AUTHORIZED);
  expect(sent[0]?.data).toContain(SIGNATURE.slice(2));
  expect(requests('eth_signTypedData_v4')).toBe(1);
  expect(relayed(calls)).toHaveLength(before);
  expect(asked(calls, QUOTE)).toBeGreaterThan(0);
});
