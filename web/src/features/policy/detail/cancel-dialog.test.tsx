import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { CancellationPreview } from '#domain/policy/service-schema.ts';
import { asHolder } from '#web/test/as-holder.ts';
import { type ApiCall, fakeApi } from '#web/test/fake-api.ts';
import { BOB, fault, localDeployment } from '#web/test/fake-extension.ts';
import { inParts } from '#web/test/in-parts.ts';
import { late } from '#web/test/late.ts';
import { mountSite } from '#web/test/mount.tsx';
import { CONSENT_UNTIL, consentRequest } from '#web/test/sample-consent.ts';
import { policyDetail } from '#web/test/sample-policy.ts';

const PATH = '/insurance/policy/12';
const SIGNATURE = `0x${'51'.repeat(65)}`;
const REFUND = '493150684931506849';

/** 300 of 365 days of a home's premium of 0.6 ETH. */
const preview = (change: Partial<CancellationPreview> = {}): CancellationPreview => ({
  possible: true,
  problem: null,
  kind: 'pro_rata',
  percent: null,
  unused_days: 300,
  days: 365,
  refund_amount: REFUND,
  currency: 'ETH',
  decimals: 18,
  refund_usd: 986,
  consent: consentRequest({ refund: change.refund_amount ?? REFUND }),
  valid_until: CONSENT_UNTIL,
  ...change,
});
const whole = preview({
  kind: 'full',
  percent: 100,
  unused_days: 365,
  refund_amount: '600000000000000000',
  refund_usd: 1200,
});
const recorded = {
  requested_at: '2026-12-01T10:00:00.000Z',
  valid_until: CONSENT_UNTIL,
  kind: 'pro_rata',
  refund_amount: REFUND,
  currency: 'ETH',
  decimals: 18,
  refund_due_at: '2026-12-08T10:00:00.000Z',
  refunded_at: null,
  refund_tx_hash: null,
} as const;

let calls: ApiCall[] = [];
const {
  extension,
  toasts,
  signatures: asked,
} = asHolder('2026-12-01T10:00:00Z', () => {
  serve([{ data: preview() }]);
  return { eth_signTypedData_v4: () => SIGNATURE };
});

type Reply = { status?: number; data?: unknown; message?: string };

/**
 * A server with these answers to each request, and with these previews before the first request, after it, and so on. The
 * last of a list is repeated.
 */
function serve(
  previews: (Reply | Promise<Reply>)[],
  answers: (Reply | Promise<Reply>)[] = [{ data: recorded }],
): void {
  let accepted = false;
  calls = fakeApi(
    {
      [`GET ${PATH}`]: () => ({
        data: policyDetail({ id: 12, cancellation: accepted ? recorded : null }),
      }),
      [`POST ${PATH}/cancel`]: async ({ query }) => {
        const made = requests().length;
        if (query === '?preview=true') return (await (previews[made] ?? previews.at(-1))) ?? {};
        const answer = (await (answers[made - 1] ?? answers.at(-1))) ?? {};
        accepted = answer.data === recorded;
        return answer;
      },
    },
    async () => Response.json(localDeployment),
  );
}

const requests = () => calls.filter(({ path, query }) => path === `${PATH}/cancel` && query === '');
const previewed = () => calls.filter(({ query }) => query === '?preview=true').length;
const dialog = () => screen.findByRole('dialog', { name: 'Cancel POL-012' });
const button = () => screen.findByRole<HTMLButtonElement>('button', { name: 'Sign and cancel' });

async function open(): Promise<void> {
  mountSite('/policy/12?type=home&action=cancel');
  await dialog();
}

describe('what canceling means', () => {
  it('Cancel shows the kind, days and refund before it asks for anything @policy-14', async () => {
    await open();
    const shown = within(await dialog());
    expect(await shown.findByText('0.493150684931506849 ETH')).toBeDefined();
    expect(shown.getByText('The days that are left')).toBeDefined();
    expect(shown.getByText('300 of 365')).toBeDefined();
    expect(shown.getByText('$986 of the premium')).toBeDefined();
    expect(
      shown.getByText(
        inParts(
          `Agree to a refund of 493,150,684,931,506,849 base units until 2026-12-15 10:00:00 UTC, which cancels policy 0x${'b'.repeat(64)}`,
        ),
      ),
    ).toBeDefined();
    expect(shown.getByText(/^The base units are 0.493150684931506849 ETH\./)).toBeDefined();
    expect(asked()).toBe(0);
    expect(requests()).toEqual([]);
  });

  it('Cancel says in words what the signature allows, what it costs and how long it is valid', async () => {
    await open();
    await button();
    const lines = within(await dialog())
      .getAllByRole('listitem')
      .map((line) => line.textContent);
    expect(lines).toEqual([
      'Your wallet asks for one signature. It allows exactly this refund of this policy, until December 15, 2026, and nothing else. It is free.',
      'We send the refund within 5 business days, on chain, to the wallet that holds this policy. You stay covered until it arrives.',
      'The cover ends with the refund. You can still claim for what happened before.',
      'Your signature lapses after 14 days. If there is no refund by then, or you make a claim first, the request closes and your policy continues.',
    ]);
    expect(screen.getByTitle('December 15, 2026 at 10:00 AM UTC')).toBeDefined();
  });

  it('Cancel says that a full refund voids the cover from the beginning', async () => {
    serve([{ data: whole }]);
    await open();
    const shown = within(await dialog());
    expect(await shown.findByText('The whole premium')).toBeDefined();
    expect(shown.getByText('0.6 ETH')).toBeDefined();
    expect(shown.getByText('Void from the beginning')).toBeDefined();
    expect(
      shown.getByText(
        'A full refund voids the cover from the beginning, as if it had never been in force. You can no longer make a claim on it.',
      ),
    ).toBeDefined();
    expect(shown.queryByText(/You can still claim for what happened before/)).toBeNull();
  });

  it('Cancel says when nothing would be refunded', async () => {
    serve([{ data: preview({ unused_days: 0, refund_amount: '0', refund_usd: 0 }) }]);
    await open();
    expect(await screen.findByText('There isn’t a full day left, so nothing would come back.')).toBeDefined();
  });

  it('Cancel gives the reason when it is not possible and shows no button', async () => {
    const problem = 'A claim on this policy is still open. You can cancel once it is decided.';
    const none = { kind: null, consent: null, valid_until: null, refund_amount: '0', refund_usd: 0 };
    serve([{ data: preview({ ...none, possible: false, problem }) }]);
    await open();
    expect(await screen.findByText(problem)).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Sign and cancel' })).toBeNull();
  });

  it('Cancel says when the refund cannot be calculated', async () => {
    serve([{ status: 422, message: 'Please try later.' }]);
    await open();
    expect(await screen.findByText('The refund could not be calculated')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Sign and cancel' })).toBeNull();
  });
});

describe('signing and canceling', () => {
  it('one signature is sent with its date, the dialog closes and the page shows the request @policy-14', async () => {
    await open();
    fireEvent.click(await button());
    expect(await screen.findByText(/^You asked to cancel on December 1, 2026\./)).toBeDefined();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(asked()).toBe(1);
    expect(requests().map(({ body }) => body)).toEqual([
      { signature: SIGNATURE, valid_until: '2026-12-15T10:00:00.000Z' },
    ]);
    expect(toasts).toEqual(['Cancellation requested You stay covered until the refund arrives.']);
  });

  it('the button is busy until the wallet and a slow server have answered, and two clicks sign once', async () => {
    const signature = late<unknown>();
    const answer = late<Reply>();
    extension.answers.eth_signTypedData_v4 = () => signature.promise;
    serve([{ data: preview() }], [answer.promise]);
    await open();
    const sign = await button();
    // Both before the first is drawn.
    act(() => {
      sign.click();
      sign.click();
    });
    expect(await screen.findByText(/^Confirm in MetaMask\./)).toBeDefined();
    expect(sign.getAttribute('aria-disabled')).toBe('true');
    await waitFor(() => expect(asked()).toBe(1));
    expect(requests()).toEqual([]);
    signature.resolve(SIGNATURE);
    await waitFor(() => expect(requests()).toHaveLength(1));
    expect(screen.queryByText(/^Confirm in MetaMask\./)).toBeNull();
    expect(sign.getAttribute('aria-disabled')).toBe('true');
    answer.resolve({ data: recorded });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(asked()).toBe(1);
    expect(requests()).toHaveLength(1);
  });

  it('refusing the signature changes nothing, says so, and the button is back', async () => {
    extension.answers.eth_signTypedData_v4 = () => {
      throw fault(4001, 'User denied message signature.');
    };
    await open();
    fireEvent.click(await button());
    expect(
      await screen.findByText('You did not sign, so nothing has changed. Your policy continues as before.'),
    ).toBeDefined();
    expect(requests()).toEqual([]);
    extension.answers.eth_signTypedData_v4 = () => SIGNATURE;
    fireEvent.click(await button());
    await waitFor(() => expect(requests()).toHaveLength(1));
  });

  it('a wallet on another network is switched first', async () => {
    extension.answers.wallet_switchEthereumChain = () => {
      extension.chainId = 1337;
      extension.emit('chainChanged', '0x539');
      return null;
    };
    extension.chainId = 5;
    extension.emit('chainChanged', '0x5');
    await open();
    fireEvent.click(await button());
    await waitFor(() => expect(requests()).toHaveLength(1));
    expect(extension.asked.filter((method) => /switch|sign/i.test(method))).toEqual([
      'wallet_switchEthereumChain',
      'eth_signTypedData_v4',
    ]);
  });

  it('the wallet is not asked when the refund to sign differs from the refund shown', async () => {
    serve([{ data: preview({ consent: consentRequest({ refund: '1' }) }) }]);
    await open();
    fireEvent.click(await button());
    expect(await screen.findByText('The policy was not canceled')).toBeDefined();
    expect(screen.getByText(/does not match this screen, so it was not asked/)).toBeDefined();
    expect(asked()).toBe(0);
    expect(requests()).toEqual([]);
  });

  it('a signature that the server may not have got is sent again without asking the wallet again', async () => {
    serve([{ data: preview() }], [{ data: {} }, { data: recorded }]);
    await open();
    fireEvent.click(await button());
    expect(
      await screen.findByText('The server’s answer could not be read. Please try again later.'),
    ).toBeDefined();
    fireEvent.click(await button());
    await waitFor(() => expect(requests()).toHaveLength(2));
    expect(asked()).toBe(1);
    expect(requests()[1]?.body).toEqual(requests()[0]?.body);
  });
});

describe('a refund that changed while the holder signed', () => {
  const stale = { status: 422, message: 'The refund of this policy has changed.' };

  it('the new refund is loaded and shown beside the signed one, and needs a new signature', async () => {
    const fewer = preview({ unused_days: 299, refund_amount: '491506849315068493', refund_usd: 982 });
    const renewed = late<Reply>();
    serve([{ data: preview() }, renewed.promise], [stale, { data: recorded }]);
    await open();
    const sign = await button();
    fireEvent.click(sign);
    const before = previewed();
    await waitFor(() => expect(requests()).toHaveLength(1));
    await waitFor(() => expect(previewed()).toBe(before + 1));
    expect(sign.getAttribute('aria-disabled')).toBe('true');
    expect(screen.queryByText(/^The refund has changed/)).toBeNull();
    renewed.resolve({ data: fewer });
    expect(
      await screen.findByText(
        'The refund has changed: it was 0.493150684931506849 ETH and is now 0.491506849315068493 ETH. Your signature was not used. Please check the refund and sign again.',
      ),
    ).toBeDefined();
    expect(screen.getByText('299 of 365')).toBeDefined();
    expect(screen.queryByText('The policy was not canceled')).toBeNull();
    fireEvent.click(await button());
    await waitFor(() => expect(requests()).toHaveLength(2));
    expect(asked()).toBe(2);
  });

  it('a refusal for another reason is shown in the server’s words, and the same terms are signed again', async () => {
    const refusal = {
      status: 422,
      message: 'This signature does not match the current refund. Please review the refund and sign again.',
    };
    serve([{ data: preview() }], [refusal, { data: recorded }]);
    await open();
    fireEvent.click(await button());
    expect(
      await screen.findByText(
        'This signature does not match the current refund. Please review the refund and sign again. Your signature was not used.',
      ),
    ).toBeDefined();
    expect(screen.queryByText(/^The refund has changed/)).toBeNull();
    fireEvent.click(await button());
    await waitFor(() => expect(requests()).toHaveLength(2));
    expect(asked()).toBe(2);
  });

  it('a claim made in the meantime is given as the reason', async () => {
    const problem = 'A claim on this policy is still open. You can cancel once it is decided.';
    const none = { kind: null, consent: null, valid_until: null };
    serve([{ data: preview() }, { data: preview({ ...none, possible: false, problem }) }], [stale]);
    await open();
    fireEvent.click(await button());
    expect(await screen.findByText(problem)).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Sign and cancel' })).toBeNull();
  });
});

describe('a dialog that is closed before the wallet answers', () => {
  it('a signature given after the dialog was closed is not sent', async () => {
    const signature = late<unknown>();
    extension.answers.eth_signTypedData_v4 = () => signature.promise;
    await open();
    fireEvent.click(await button());
    await waitFor(() => expect(asked()).toBe(1));
    fireEvent.click(screen.getByRole('button', { name: 'Keep the policy' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    signature.resolve(SIGNATURE);
    await waitFor(() =>
      expect(toasts).toEqual([
        'The policy was not canceled You left before you signed, so the signature was not used.',
      ]),
    );
    expect(requests()).toEqual([]);
  });

  it('a signature is not sent when the wallet changed to another account', async () => {
    const signature = late<unknown>();
    extension.answers.eth_signTypedData_v4 = () => signature.promise;
    await open();
    fireEvent.click(await button());
    await waitFor(() => expect(asked()).toBe(1));
    act(() => extension.emit('accountsChanged', [BOB]));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    signature.resolve(SIGNATURE);
    // The notice about the wallet may come before or after it.
    await waitFor(() =>
      expect(toasts).toContain(
        'The policy was not canceled Your wallet changed to another account, so the signature was not used. Please switch back and try again.',
      ),
    );
    expect(requests()).toEqual([]);
  });
});
