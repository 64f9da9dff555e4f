import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ClaimDetailAnswer } from '#domain/claims/schema.ts';
import { setConnected, setDisconnected, setSignedIn } from '#web/state/wallet-session.ts';
import { fakeApi } from '#web/test/fake-api.ts';
import { mount, mountSite } from '#web/test/mount.tsx';
import { claimDetail, submitted } from '#web/test/sample-claim.ts';
import { evmWallet } from '#web/test/sample-wallet.ts';
import { ClaimDetail, claimIdOf } from './claim-detail.tsx';

const ADDRESS = '0x9965507D1a55bcC2695C58ba16FB37d819B0A4dc';
const PATH = 'GET /claims/detail/7';
const HASH = `0x${'ab'.repeat(32)}`;
const payout = {
  usd: 1500,
  amount: null,
  currency: 'ETH',
  decimals: 18,
  rate: null,
  chain_id: 1337,
  tx_hash: null,
  paid_at: null,
  method: 'blockchain' as const,
};
const paid = {
  ...payout,
  amount: '750187500000000000',
  rate: '1999.500000',
  tx_hash: HASH,
  paid_at: '2026-11-30T12:00:00.000Z',
};

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-11-27T10:00:00Z'), toFake: ['Date'] });
  setConnected(evmWallet(ADDRESS));
});
afterEach(() => {
  setDisconnected('user');
  vi.useRealTimers();
});

async function show(change: Partial<ClaimDetailAnswer> = {}) {
  const calls = fakeApi({ [PATH]: { data: claimDetail(change) } });
  mount(<ClaimDetail claimId="7" />);
  await screen.findByText('Claim CLM-007');
  return calls;
}

const card = (title: string) =>
  within(screen.getByText(title, { selector: 'h2' }).closest('section') as HTMLElement);
const fact = (title: string, label: string) =>
  card(title).getByText(label, { selector: 'dt' }).parentElement?.textContent;

describe('claim page', () => {
  it('the claim page names the claim, status, product, policy and amount and links back to the list @claims-29', async () => {
    await show();
    expect(screen.getAllByText('Pending')).toHaveLength(2);
    expect(screen.getByText('Home Insurance · POL-012 · $4,000')).toBeDefined();
    expect(screen.getByText('Back to My Claims').getAttribute('href')).toBe('/my-claims');
  });

  it('the claim page shows a skeleton while it loads @claims-29', async () => {
    fakeApi({ [PATH]: () => new Promise(() => undefined) });
    mount(<ClaimDetail claimId="7" />);
    expect(screen.getByRole('status', { name: 'Loading claim' })).toBeDefined();
  });

  it('the claim page says when loading failed and retries @claims-29', async () => {
    let fails = true;
    fakeApi({ [PATH]: () => (fails ? { status: 422, message: 'Not now.' } : { data: claimDetail() }) });
    mount(<ClaimDetail claimId="7" />);
    expect((await screen.findByRole('alert')).textContent).toContain('Error Loading Claim');
    fails = false;
    fireEvent.click(screen.getByText('Try Again'));
    expect(await screen.findByText('Claim CLM-007')).toBeDefined();
  });

  it.each([
    '8',
    'seven',
    '7.5',
  ])('%s, which is not a claim of this wallet, gets a message and a way back @claims-30', async (claimId) => {
    fakeApi({ [PATH]: { data: claimDetail() } });
    mount(<ClaimDetail claimId={claimId} />);
    expect(
      await screen.findByText('Claim not found. Please check the claim ID and try again.'),
    ).toBeDefined();
    expect(screen.getByText('See My Claims').getAttribute('href')).toBe('/my-claims');
  });

  it('a claim is also found by its claim number @claims-3', () => {
    expect(['7', 'CLM-007', 'clm-7', '007', '', '-7'].map(claimIdOf)).toEqual([7, 7, 7, 7, null, null]);
  });

  it('the page title contains the claim number', async () => {
    setSignedIn({ token: 't', address: ADDRESS, expiresAt: new Date(Date.now() + 3_600_000).toISOString() });
    fakeApi({ [PATH]: { data: claimDetail() } });
    mountSite('/claim/7');
    await screen.findByText('Claim CLM-007');
    await waitFor(() =>
      expect([...document.querySelectorAll('title')].map((t) => t.textContent)).toContain(
        'CLM-007 · Mooring',
      ),
    );
  });
});

describe('the progress bar', () => {
  it('of a claim that nobody has opened stands at 25 percent, at Submitted', async () => {
    await show({ status: 'pending', progress: 25 });
    const bar = screen.getByRole('progressbar', { name: 'Progress of the claim' });
    expect([bar.getAttribute('aria-valuenow'), bar.getAttribute('aria-valuetext')]).toEqual([
      '25',
      'Submitted, 25%',
    ]);
    expect(document.querySelector('[aria-current="step"]')?.textContent).toBe('Submitted');
  });

  it.each([
    ['pending', 50, 'Pending'],
    ['under_review', 50, 'Under Review'],
    ['approved', 75, 'Approved'],
    ['processing_payment', 90, 'Processing Payment'],
    ['paid', 100, 'Paid'],
    ['rejected', 100, 'Rejected'],
  ] as const)('of %s stands at %i percent, at %s @claims-31', async (status, percent, step) => {
    await show({ status });
    const bar = screen.getByRole('progressbar', { name: 'Progress of the claim' });
    expect(bar.getAttribute('aria-valuenow')).toBe(String(percent));
    const current = [...document.querySelectorAll('[aria-current="step"]')].map((item) => item.textContent);
    expect(current).toEqual([step]);
  });
});

describe('next actor', () => {
  it('the claim page says that we act next, with the due time and zone on hover @claims-33', async () => {
    await show();
    const next = card('What happens next');
    expect(next.getByText(/We’re on it\./).parentElement?.textContent).toBe(
      'We’re on it. You’ll hear from us by Saturday, November 28.',
    );
    expect(next.getByText('Saturday, November 28').title).toBe('November 28, 2026 at 10:00 AM UTC');
  });

  it('the claim page admits when a promised day has passed @claims-33', async () => {
    await show({
      next: { actor: 'mooring', step: 'We will review your claim.', due: '2026-11-26T10:00:00.000Z' },
    });
    expect(screen.getByText(/We’re late: we promised this by/)).toBeDefined();
  });

  it('the claim page says what the customer has to add, with the upload beside it @claims-33', async () => {
    await show({
      requested_documents: 'Please send the police report.',
      next: { actor: 'customer', step: 'Please add the documents that we asked for.', due: null },
    });
    const next = card('What happens next');
    expect(next.getByText(/It’s your turn\./)).toBeDefined();
    expect(next.getByText('Please send the police report.')).toBeDefined();
    expect(next.getByLabelText('Drop files here, or choose them')).toBeDefined();
    expect(card('Documents').queryByLabelText('Drop files here, or choose them')).toBeNull();
  });

  it('nobody has to act next on a finished claim', async () => {
    await show({ status: 'paid', next: { actor: 'nobody', step: 'The payout has been made.', due: null } });
    expect(card('What happens next').getByText('The payout has been made.')).toBeDefined();
    expect(screen.queryByText(/We’re on it|your turn/)).toBeNull();
  });
});

describe('facts of a product', () => {
  it('the claim facts are the amount, deductible, remaining cover, dates and description @claims-34', async () => {
    await show({ remaining_cover: 498_500 });
    expect(fact('Details', 'Claim amount')).toBe('Claim amount$4,000');
    expect(fact('Details', 'Deductible')).toBe('Deductible$2,500');
    expect(fact('Details', 'Cover left')).toBe('Cover left$498,500');
    expect(fact('Details', 'Date of incident')).toBe('Date of incidentNovember 25, 2026');
    expect(card('Details').getByText('The storm broke two windows of the kitchen.')).toBeDefined();
  });

  it('the claim facts link to the policy @claims-37', async () => {
    await show();
    expect(fact('Related policy', 'Status')).toBe('StatusActive');
    const link = screen.getByText('View policy');
    expect(link.getAttribute('href')).toBe('/policy/12?type=home');
  });

  it('the claim history lists events newest first, with who acted and the transaction @claims-32', async () => {
    await show({
      status: 'paid',
      payout: paid,
      timeline: [
        submitted,
        {
          id: 2,
          kind: 'paid',
          status: 'paid',
          message: 'Paid to your wallet.',
          date: '2026-11-30T12:00:00.000Z',
          created_by: 'Mooring',
          tx_hash: HASH,
        },
      ],
    });
    const items = within(screen.getByRole('list', { name: 'What happened to this claim' })).getAllByRole(
      'listitem',
    );
    expect(items.map((item) => item.textContent)).toEqual([
      'Paid to your wallet.November 30, 2026 · Mooring · 0xabababab…',
      'Your claim has arrived.November 26, 2026 · You',
    ]);
    expect(within(items[0] as HTMLElement).getByLabelText(/^Copy transaction hash 0x/)).toBeDefined();
    expect(screen.queryByText(/These are the newest entries/)).toBeNull();
  });

  it('the claim history mentions earlier entries only when there are some', async () => {
    const words = /These are the newest entries/;
    await show({ earlier_entries: true });
    expect(screen.getByText(words)).toBeDefined();
  });

  it('a transaction links to the explorer of its own chain @claims-32', async () => {
    const opener = 'Open the transaction in the block explorer';
    await show({ status: 'paid', payout: { ...paid, chain_id: 11155111 } });
    expect(card('Payout').getByLabelText(opener).getAttribute('href')).toBe(
      `https://sepolia.etherscan.io/tx/${HASH}`,
    );
  });

  it('a transaction on a local chain has no explorer link', async () => {
    await show({ status: 'paid', payout: paid });
    expect(screen.queryByLabelText('Open the transaction in the block explorer')).toBeNull();
  });
});

describe('payout', () => {
  it('no payout is shown before a decision', async () => {
    await show();
    expect(screen.queryByText('Payout')).toBeNull();
  });

  it('the payout shows its dollar amount once the claim is approved @claims-38', async () => {
    await show({ status: 'approved', payout, payout_amount: 1500 });
    expect(card('Payout').getByText('$1,500')).toBeDefined();
    expect(card('Payout').getByText(/It will be paid in ETH/)).toBeDefined();
  });

  it('a paid payout shows its amount, rate, transaction and date in full @claims-38', async () => {
    await show({ status: 'paid', payout: paid, payout_amount: 1500 });
    expect(fact('Payout', 'Amount')).toBe('Amount0.7501875 ETH');
    expect(fact('Payout', 'Rate')).toBe('Rate$1,999.5 per ETH');
    expect(fact('Payout', 'Transaction')).toContain('0xabababab…');
    expect(fact('Payout', 'Paid')).toBe('PaidNovember 30, 2026');
  });

  it('a payout by another method shows the method and the day instead of a transaction', async () => {
    const other = { ...payout, method: 'bank_transfer' as const, paid_at: '2026-11-30T12:00:00.000Z' };
    await show({ status: 'paid', payout: other, payout_amount: 1500 });
    expect(card('Payout').getByText('Paid by bank transfer on November 30, 2026.')).toBeDefined();
  });
});

describe('decision', () => {
  it('a decision shows its reason', async () => {
    await show({ status: 'approved', decision_reason: 'The whole claim less the deductible.' });
    expect(card('Our decision').getByText('The whole claim less the deductible.')).toBeDefined();
    expect(screen.queryByText('Answer this decision')).toBeNull();
  });

  it('a rejection says how to respond and links to the claim’s messages @claims-39', async () => {
    const clause = {
      id: 'not_covered-2',
      section: 'not_covered',
      text: 'Wear, rot, rust, vermin and lack of upkeep.',
      wording_version: 'home-2',
    } as const;
    await show({ status: 'rejected', decision_reason: 'The window was open.', clause });
    expect(screen.getByText('Wear, rot, rust, vermin and lack of upkeep.')).toBeDefined();
    expect(screen.getByText(/From the terms that you accepted: Not covered 2, wording home-2/)).toBeDefined();
    const reason = card('Why we rejected this claim');
    expect(reason.getByText('The window was open.')).toBeDefined();
    expect(reason.getByText(/A person reads your answer/)).toBeDefined();
    expect(screen.getByText('Answer this decision').getAttribute('href')).toBe('/messages?thread=31');
  });
});

describe('live updates', () => {
  it('a status change is announced politely, and nothing is announced before it @claims-28', async () => {
    let status: ClaimDetailAnswer['status'] = 'pending';
    fakeApi({ [PATH]: () => ({ data: claimDetail({ status }) }) });
    mount(<ClaimDetail claimId="7" />);
    await screen.findByText('Claim CLM-007');
    const live = document.querySelector('[aria-live="polite"]');
    expect(live?.textContent).toBe('');
    status = 'approved';
    window.dispatchEvent(new Event('visibilitychange'));
    await waitFor(() => expect(live?.textContent).toBe('The claim is now: Approved.'));
  });
});
