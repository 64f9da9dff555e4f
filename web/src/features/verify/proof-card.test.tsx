import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { DetailsProof } from '#domain/registry/details-proof.ts';
import { type FakeNode, fakeChains } from '#web/test/fake-chain.ts';
import { mount } from '#web/test/mount.tsx';
import { partOf, sampleProof, withField } from '#web/test/sample-proof.ts';
import { packProof, unpackProof } from './proof.ts';
import { VerifyScreen } from './verify-screen.tsx';

const DAY = 86_400n;
const today = BigInt(Math.floor(Date.now() / 1000)) / DAY;
const whole = sampleProof();
const ID = whole.quote_id;
const registered = {
  product: 1,
  status: 1,
  start: (today - 9n) * DAY,
  end: (today + 9n) * DAY,
  cover: 500_000,
};
const inRegistry: FakeNode = { policies: { [ID]: registered }, inForce: true };

function show(packed: string | null, nodes: FakeNode[] = [inRegistry], id: string = ID) {
  const chains = fakeChains(nodes);
  const seen: string[] = [];
  vi.stubGlobal('fetch', (input: RequestInfo | URL, init?: RequestInit) => {
    seen.push(`${String(input)} ${String(init?.body ?? '')}`);
    return chains.fetch(input, init);
  });
  const onLookUp = vi.fn();
  mount(<VerifyScreen id={id} packed={packed} onLookUp={onLookUp} />);
  return { seen, onLookUp };
}
const sentences = async () =>
  within(await screen.findByRole('list', { name: 'What the proof shows' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);
const showProof = async (proof: DetailsProof, nodes?: FakeNode[], id?: string) =>
  show(await packProof(proof), nodes, id);

beforeEach(() => vi.resetModules());

describe('a proof on the verify page', () => {
  it('the page says in a sentence for each field that it was part of the policy', async () => {
    await showProof(partOf(whole, 'year_built', 'house_address'));
    expect(await sentences()).toEqual([
      'Year built: 1998 was part of this policy.',
      'Address: 12 Quay Street, Bristol was part of this policy.',
    ]);
    expect(screen.getByText('All 2 fields were part of this policy when it was bought.')).toBeDefined();
    expect(screen.getByText(/^This policy is in force until/)).toBeDefined();
  });

  it('checking a proof asks nobody but the chain, and sends nothing of it', async () => {
    const part = partOf(whole, 'house_address');
    const { seen } = await showProof(part);
    await sentences();
    expect(seen.every((request) => /^(\/deployment\.json|http:..node-\d\.test\/) /.test(request))).toBe(true);
    const [field] = part.fields;
    for (const secret of [field?.salt.slice(2) ?? '', 'Quay', field?.proof[0]?.slice(2) ?? '']) {
      expect(seen.join(' ')).not.toContain(secret);
    }
  });

  it.each<[string, (part: DetailsProof) => DetailsProof, string]>([
    ['an altered value', (part) => withField(part, 'year_built', { value: 1890 }), '1890'],
    ['an altered salt', (part) => withField(part, 'year_built', { salt: `0x${'ab'.repeat(32)}` }), '1998'],
    [
      'a missing sibling',
      (part) => withField(part, 'year_built', { proof: part.fields[1]?.proof.slice(1) ?? [] }),
      '1998',
    ],
  ])('%s is said not to be part of the policy, beside a field that was', async (_, change, value) => {
    await showProof(change(partOf(whole, 'coverage_usd', 'year_built')));
    expect(await sentences()).toEqual([
      'Cover: $500,000 was part of this policy.',
      `Year built: ${value} was not part of this policy.`,
    ]);
    expect(
      screen.getByText('1 of 2 fields was not part of this policy. Someone has changed the proof.'),
    ).toBeDefined();
  });

  it('another policy’s fields under this registry id are said not to be part of it', async () => {
    const other = sampleProof({ terms: { amount: '1' } });
    await showProof({ ...partOf(other, 'year_built'), quote_id: ID });
    expect(await sentences()).toEqual(['Year built: 1998 was not part of this policy.']);
    expect(
      screen.getByText('This proof shows nothing about this policy: none of its fields fits.'),
    ).toBeDefined();
  });

  it('a proof of another policy than the page’s is refused without a verdict', async () => {
    const other = sampleProof({ terms: { amount: '1' } });
    await showProof(partOf(other, 'year_built'));
    expect(await screen.findByText('The proof in this link is about another policy.')).toBeDefined();
    expect(screen.queryByRole('list', { name: 'What the proof shows' })).toBeNull();
  });

  it('a truncated link says that it is incomplete, and the policy is shown all the same', async () => {
    const packed = await packProof(partOf(whole, 'year_built'));
    show(packed.slice(0, packed.length / 2));
    expect(await screen.findByText(/The proof in this link is incomplete or damaged\./)).toBeDefined();
    expect(screen.getByText(/^This policy is in force until/)).toBeDefined();
  });

  it('a proof of a policy that no registry has is not checked', async () => {
    await showProof(whole, [{}]);
    expect(await screen.findByText('Not in the registry.')).toBeDefined();
    expect(screen.getByText(/It can be checked once the policy itself is found\./)).toBeDefined();
    expect(screen.queryByText(/was part of this policy/)).toBeNull();
  });
});

describe('a proof’s file on the verify page', () => {
  const choose = (text: string) =>
    fireEvent.change(screen.getByLabelText('Choose the proof’s file'), {
      target: { files: [new File([text], 'proof.json', { type: 'application/json' })] },
    });

  it('a file leads to the page of its policy with the proof in the fragment', async () => {
    const part = partOf(sampleProof({ block: 4711 }), 'year_built');
    const { onLookUp } = show(null, [{}], '');
    choose(JSON.stringify({ formula: 'x', ...part }));
    await waitFor(() => expect(onLookUp).toHaveBeenCalledTimes(1));
    const [id, block, packed] = onLookUp.mock.calls[0] as [string, number, string];
    expect([id, block]).toEqual([part.quote_id, 4711]);
    expect(await unpackProof(packed)).toEqual(part);
  });

  it.each([
    ['a truncated file', JSON.stringify(whole).slice(0, 900)],
    ['another JSON file', '{"exported_at":"2026-11-21"}'],
    [
      'a file that names a field twice',
      JSON.stringify({ ...whole, fields: [...whole.fields, whole.fields[0]] }),
    ],
    ['a picture', '\u0089PNG'],
  ])('%s is refused in words', async (_, text) => {
    const { onLookUp } = show(null, [{}], '');
    choose(text);
    expect(await screen.findByText(/This file is not a proof of a policy’s details/)).toBeDefined();
    expect(onLookUp).not.toHaveBeenCalled();
  });

  it('a pasted link keeps its proof', async () => {
    const { onLookUp } = show(null, [{}], '');
    fireEvent.change(screen.getByLabelText('Registry id or link'), {
      target: { value: `https://mooring.example/verify/${ID}?block=12#proof=abc_-9` },
    });
    fireEvent.click(screen.getByRole('button', { name: 'Look up' }));
    expect(onLookUp).toHaveBeenCalledExactlyOnceWith(ID, 12, 'abc_-9');
  });
});
