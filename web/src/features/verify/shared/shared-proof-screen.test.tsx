import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { DetailsProof } from '#domain/registry/details-proof.ts';
import { type FakeNode, fakeChains } from '#web/test/fake-chain.ts';
import { mount } from '#web/test/mount.tsx';
import { partOf, sampleProof, withField } from '#web/test/sample-proof.ts';

const DAY = 86_400n;
const today = BigInt(Math.floor(Date.now() / 1000)) / DAY;
const whole = sampleProof();
const part = partOf(whole, 'coverage_usd', 'house_address');
const registered = {
  product: 1,
  status: 1,
  start: (today - 9n) * DAY,
  end: (today + 9n) * DAY,
  cover: 500_000,
};
const dayText = (day: bigint, style: 'long' | 'short' = 'long') =>
  new Date(Number(day * DAY) * 1000).toLocaleDateString(
    'en-US',
    style === 'long'
      ? { dateStyle: 'long', timeZone: 'UTC' }
      : { month: '2-digit', day: '2-digit', year: 'numeric', timeZone: 'UTC' },
  );

const GONE = 'There is nothing at this link. It may be incomplete, expired or revoked.';

async function show(
  proof: DetailsProof | null = part,
  nodes: FakeNode[] = [{ policies: { [whole.quote_id]: registered }, inForce: true }],
) {
  const chains = fakeChains(nodes);
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    const url = String(input);
    if (!url.includes('/shares/')) return chains.fetch(input, init);
    asked.push(url);
    return proof === null
      ? Response.json({ success: false, code: 'not_found', message: GONE, request_id: 'r' }, { status: 404 })
      : Response.json({ success: true, data: { proof, expires_at: '2026-12-26T08:00:00.000Z' } });
  });
  const { SharedProofScreen } = await import('./shared-proof-screen.tsx');
  mount(<SharedProofScreen token="a-token-of-22-letters-x" />);
  return asked;
}
const sentences = async () =>
  within(await screen.findByRole('list', { name: 'What the proof shows' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);

beforeEach(() => vi.resetModules());

describe('the page behind a link to a proof', () => {
  it('shows the chosen fields, checked here, and that the policy is in force today by the registry', async () => {
    const asked = await show();
    expect(await sentences()).toEqual([
      'Cover: $500,000 was part of this policy.',
      'Address: 12 Quay Street, Bristol was part of this policy.',
    ]);
    expect(screen.getByText(`Yes. It is in force on ${dayText(today)}.`)).toBeDefined();
    expect(screen.getByText(/^Read from the registry on Chain A at block 42, on /)).toBeDefined();
    expect(screen.getByText(whole.quote_id)).toBeDefined();
    expect(screen.getByText(/^The link ends on/).textContent).toMatch(/ on December 26, 2026, /);
    expect(new Set(asked).size).toBe(1);
    expect(asked[0]).toMatch(/\/shares\/a-token-of-22-letters-x$/);
  });

  it('answers for another day without asking the chain again', async () => {
    await show();
    await sentences();
    const field = screen.getByLabelText('In force on (UTC)');
    fireEvent.change(field, { target: { value: dayText(today + 9n, 'short') } });
    expect(screen.getByText(`No. Its cover ended on ${dayText(today + 8n)}.`)).toBeDefined();
    fireEvent.change(field, { target: { value: '13/13' } });
    expect(screen.getByText('Please choose a day.')).toBeDefined();
  });

  it('says which field does not belong to the policy', async () => {
    await show(withField(part, 'coverage_usd', { value: 900_000 }));
    expect((await sentences())[0]).toBe('Cover: $900,000 was not part of this policy.');
  });

  it('shows no field of a policy that is not in the registry', async () => {
    await show(part, [{}]);
    expect(await screen.findByText('Not in the registry.')).toBeDefined();
    expect(screen.queryByText(/Quay/)).toBeNull();
  });

  it('claims nothing while the chain cannot be reached', async () => {
    await show(part, [{ down: true }]);
    expect(await screen.findByText('This page cannot say whether the policy is in force')).toBeDefined();
    expect(screen.queryByText(/^(Yes|No)\./)).toBeNull();
  });

  it('says one sentence for a link that is unknown, has expired or was revoked', async () => {
    await show(null);
    expect(await screen.findByText(GONE)).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Print' })).toBeNull();
  });

  it('keeps the link out of search engines and out of the pages that it leads to', async () => {
    await show();
    await sentences();
    await waitFor(() =>
      expect(document.querySelector('meta[name="robots"]')?.getAttribute('content')).toBe(
        'noindex, nofollow',
      ),
    );
    expect(document.querySelector('meta[name="referrer"]')?.getAttribute('content')).toBe('no-referrer');
  });

  it('says what it cannot prove', async () => {
    await show();
    await sentences();
    expect(screen.getByText(/^Who is showing it to you\./)).toBeDefined();
    expect(screen.getByText(/^That what the policyholder declared is true\./)).toBeDefined();
  });
});
