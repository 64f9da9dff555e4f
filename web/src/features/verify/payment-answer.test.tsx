import { u8aToHex } from '@polkadot/util';
import { fireEvent, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { termsId } from '#domain/quote/terms-id.ts';
import { fakeApi } from '#web/test/fake-api.ts';
import { fakeChains } from '#web/test/fake-chain.ts';
import { pairOf } from '#web/test/fake-polkadot.ts';
import { FakeSubstrate, type Place } from '#web/test/fake-substrate.ts';
import { mount } from '#web/test/mount.tsx';
import { partOf, sampleProof, withField } from '#web/test/sample-proof.ts';
import { RECIPIENT_KEY, substrateEntry } from '#web/test/sample-substrate.ts';
import { packProof } from './proof.ts';
import { VerifyScreen } from './verify-screen.tsx';

const GENESIS = substrateEntry.genesis_hash;
const TX = `0x${'c'.repeat(64)}`;
const [bob, pool] = [await pairOf('//Bob'), await pairOf('//Mooring')];
const PAYER = u8aToHex(bob.publicKey);
const node = await FakeSubstrate.start();
const row = (kind: string, { txHash, block, at }: Place, more: object) => ({
  kind,
  contract: RECIPIENT_KEY,
  holder: PAYER,
  tx_hash: txHash,
  block,
  log_index: at,
  block_hash: `0x${block.toString(16).padStart(64, '0')}`,
  block_time: '2026-11-21T12:00:00.000Z',
  usd: null,
  rate: null,
  claim_number: null,
  incident_at: null,
  outcome: null,
  ...more,
});
const terms = {
  contract: RECIPIENT_KEY,
  holder: PAYER,
  token: null,
  amount: '60000000000000',
  product_code: 1,
  coverage_usd: 500_000,
  start_date: '2026-12-01',
  end_date: '2027-12-01',
  valid_until: '2026-11-21T12:30:00.000Z',
  details_hash: TX,
};
/** The blake2-256 of these terms in this order, as the server computes it. */
const ID = termsId(GENESIS, {
  recipient: RECIPIENT_KEY,
  holder: PAYER,
  amount: 60_000_000_000_000n,
  productCode: 1,
  coverageUsd: 500_000,
  startDay: 20_788,
  endDay: 21_153,
  validUntil: 1_795_264_200,
  detailsHash: TX,
}) as `0x${string}`;
const recorded = (events: unknown[], more: object = {}) => ({
  data: {
    chain_id: GENESIS,
    enforced_by: 'records',
    quote_id: ID,
    terms,
    holder: PAYER,
    policy_start_date: '2026-12-01',
    status: 'active',
    cover_from: '2026-12-01T00:00:00.000Z',
    cover_until: '2027-12-02T00:00:00.000Z',
    paid_out_usd: 0,
    events,
    ...more,
  },
});

const premium = (id: string = ID) => node.pay(bob, pool.address, 60n * 10n ** 12n, id);
const payClaim = () => node.pay(pool, bob.address, 75n * 10n ** 12n, `mooring:claim:${ID}:1:1:1500`);
/** The page over a chain without a contract; the other chain's registry knows nothing. */
function show(at: number | null, records?: object, proof: { id: string; packed: string } | null = null) {
  const id = proof?.id ?? ID;
  const chains = fakeChains([{ policies: {} }]);
  fakeApi(
    { [`GET /registry/policies/${id}`]: records ?? { status: 403, message: 'Closed.' } },
    async (input, init) => {
      const answer = await chains.fetch(input, init);
      if (!String(input).endsWith('/deployment.json')) return answer;
      return Response.json({ ...((await answer.json()) as object), substrate: node.entry });
    },
  );
  const asked: unknown[] = [];
  mount(
    <VerifyScreen
      id={id}
      block={at}
      packed={proof?.packed ?? null}
      onLookUp={(...args) => asked.push(args)}
    />,
  );
  return asked;
}

describe('verifying a policy on a chain without a contract', () => {
  it('the payment is shown from its block, with what the chain does not show', async () => {
    const { block } = premium();
    show(block);
    expect((await screen.findByText(/was paid for this id on/)).textContent).toMatch(/^60 ROC was paid/);
    expect(screen.getByText(`${block}, final`)).toBeDefined();
    expect(screen.getByText(/We have no contract on .*, so it has no registry/)).toBeDefined();
    expect(screen.getByText(/Nobody can prove here that nothing is missing/)).toBeDefined();
    // Our servers don't answer, and the payment is there all the same.
    expect(await screen.findByText('Our records could not be read')).toBeDefined();
  });

  it('each of our later records is checked in its own block', async () => {
    const [bought, paid] = [premium(), payClaim()];
    const claimed = {
      amount: '75000000000000',
      usd: 1500,
      rate: '20',
      claim_number: 1,
      incident_at: '1970-01-01T00:00:01.000Z',
    };
    const soon = new Date().toISOString();
    show(
      bought.block,
      recorded([
        row('purchased', bought, { amount: '60000000000000' }),
        row('claim_paid', paid, claimed),
        row('claim_paid', paid, { ...claimed, holder: TX }),
        row('claim_paid', { ...paid, at: paid.at + 1 }, claimed),
        row('premium_refunded', { ...paid, block: 4900, at: 7 }, { amount: '1' }),
        row('premium_refunded', { ...paid, block: 4901, at: 8 }, { amount: '1', block_time: soon }),
      ]),
    );
    const list = await screen.findByRole('list', { name: 'What we have recorded, checked in its blocks' });
    const texts = [...list.querySelectorAll('li')].map(({ textContent }) => textContent);
    expect(texts).toHaveLength(6);
    expect(texts[0]).toMatch(/^Premium paid· 60 ROC.*Matches$/);
    expect(texts[1]).toMatch(/^Claim paid· 75 ROC.*Matches$/);
    expect(texts[2]).toMatch(
      /Differs.*The records differ in holder \(chain: 0x8eaf.*; recorded: 0xcccc.*\)\.$/,
    );
    expect(texts[3]).toMatch(/Not found.*The block shows no such payment in this place\.$/);
    expect(texts[4]).toMatch(/No such block/);
    expect(texts[5]).toMatch(/Not final/);
    expect(screen.getByText(/The registry id is the hash of these terms/).textContent).toMatch(
      /\$500,000 of cover, December 1, 2026 to December 1, 2027\./,
    );
  });

  it('terms that are not what the id was computed from are called out', async () => {
    const changed = { ...terms, coverage_usd: 400_000 };
    show(premium().block, recorded([], { terms: changed }));
    await screen.findByText(/they are not the ones that were paid for/);
  });

  it.each([
    ['another policy’s premium', () => premium(TX)],
    ['only a paid claim', payClaim],
  ])('a block that holds %s says so, and another one can be entered', async (_, pay) => {
    const { block } = pay();
    const asked = show(block);
    await screen.findByText(`Block ${block} of Rococo Local holds no payment for this id.`);
    fireEvent.change(screen.getByLabelText('Block number'), { target: { value: '4,712' } });
    fireEvent.click(screen.getByRole('button', { name: 'Read the block' }));
    expect(asked).toEqual([[ID, 4712, null]]);
  });

  it('a block that holds no payment for the id leads to the one in our records', async () => {
    const [other, bought] = [premium(TX), premium()];
    const asked = show(other.block, recorded([row('purchased', bought, { amount: '60000000000000' })]));
    await screen.findByText(`Block ${other.block} of Rococo Local holds no payment for this id.`);
    fireEvent.click(await screen.findByRole('button', { name: `Read block ${bought.block}` }));
    expect(asked).toEqual([[ID, bought.block, null]]);
  });

  it('without a block the page asks for it, and our records may name it', async () => {
    const asked = show(
      null,
      recorded([row('purchased', { txHash: TX, block: 4711, at: 3 }, { amount: '1' })]),
    );
    await screen.findByText('There is no policy with this id in any registry.');
    fireEvent.click(screen.getByRole('button', { name: 'Read the block' }));
    expect(screen.getByText('Please enter the number of a block.')).toBeDefined();
    fireEvent.click(await screen.findByRole('button', { name: 'Read block 4,711' }));
    expect(asked).toEqual([[ID, 4711, null]]);
  });
});

describe('a proof of details on a chain without a contract', () => {
  const whole = sampleProof({
    chainId: GENESIS,
    terms: { contract: RECIPIENT_KEY, holder: PAYER, amount: '60000000000000' },
  });
  const { quote_id: id, terms: sold } = whole;
  const own = {
    quote_id: id,
    terms: { ...sold, details_hash: TX },
  };
  const shown = async (records?: object, change = whole) => {
    const { block } = premium(id);
    show(block, records, { id, packed: await packProof(partOf(change, 'year_built')) });
    await screen.findByText(/was paid for this id on/);
  };

  it('a field was part of the policy that the payment names and that we have recorded', async () => {
    await shown(recorded([], own));
    expect((await screen.findByText('Year built:', { exact: false })).closest('li')?.textContent).toBe(
      'Year built: 1998 was part of this policy.',
    );
  });

  it('an altered field was not part of the policy', async () => {
    await shown(recorded([], own), withField(whole, 'year_built', { value: 1890 }));
    expect((await screen.findByText('Year built:', { exact: false })).closest('li')?.textContent).toBe(
      'Year built: 1890 was not part of this policy.',
    );
  });

  it('a payment for terms that we never sold proves nothing, since nobody checked our signature', async () => {
    await shown({ status: 404, message: 'There is no policy with this quote.' });
    expect(
      await screen.findByText(/We have no policy with this id, so the proof shows nothing/),
    ).toBeDefined();
    expect(screen.queryByText(/was part of this policy/)).toBeNull();
  });

  it('a proof says that our records are missing when they cannot be read', async () => {
    await shown();
    expect(await screen.findByText(/only our records say whether we sold this policy\./)).toBeDefined();
    expect(screen.getByText(/was part of this policy\./)).toBeDefined();
  });

  it('a proof is not checked in a block without the payment', async () => {
    const { block } = premium(TX);
    show(block, undefined, { id, packed: await packProof(whole) });
    expect(await screen.findByText(/It can be checked once the policy itself is found\./)).toBeDefined();
  });
});
