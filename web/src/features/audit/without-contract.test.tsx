import { u8aToHex } from '@polkadot/util';
import { fireEvent, screen, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { policyOf, purchaseOf, recordOf, statementsOf } from '#domain/audit/sample.fixture.ts';
import type { AnyRecord } from '#domain/audit/schema.ts';
import type { RecordedThere } from '#domain/audit/without-contract.ts';
import { termsId } from '#domain/quote/terms-id.ts';
import { realFetch } from '#web/test/fake-api.ts';
import { pairOf } from '#web/test/fake-polkadot.ts';
import { FakeSubstrate, type Place } from '#web/test/fake-substrate.ts';
import { mount } from '#web/test/mount.tsx';
import { RECIPIENT_KEY, substrateEntry } from '#web/test/sample-substrate.ts';
import { useRowCheck, WithoutContract } from './without-contract.tsx';

const GENESIS = substrateEntry.genesis_hash;
const bob = await pairOf('//Bob');
const HOLDER = u8aToHex(bob.publicKey);
const DETAILS = `0x${'d1'.repeat(32)}`;
const QUOTE = termsId(GENESIS, {
  recipient: RECIPIENT_KEY,
  holder: HOLDER,
  amount: 60n,
  productCode: 1,
  coverageUsd: 500_000,
  startDay: 20_788,
  endDay: 21_153,
  validUntil: 1_795_264_200,
  detailsHash: DETAILS,
});

const TIMES = { recorded_at: '2026-11-21T12:00:30.000Z', confirmed_at: '2026-11-21T12:00:30.000Z' };
type EventRecord = Extract<AnyRecord, { record: 'event' }>;
const row = ({ txHash, block, at }: Place, change: Partial<EventRecord> = {}): AnyRecord => ({
  ...recordOf(purchaseOf(0)),
  chain_id: GENESIS,
  enforced_by: 'records',
  quote_id: QUOTE,
  contract: RECIPIENT_KEY,
  holder: HOLDER,
  block,
  block_hash: `0x${block.toString(16).padStart(64, '0')}`,
  tx_hash: txHash,
  log_index: at,
  block_time: '2026-11-21T12:00:00.000Z',
  amount: '60',
  usd: null,
  ...TIMES,
  ...change,
});
const policyPaidBy = (txHash: string): AnyRecord => ({
  ...policyOf(purchaseOf(0)),
  chain_id: GENESIS,
  enforced_by: 'records',
  quote_id: QUOTE,
  contract: RECIPIENT_KEY,
  holder: HOLDER,
  premium: '60',
  start_date: '2026-12-01',
  policy_start_date: '2026-12-01',
  end_date: '2027-12-01',
  details_hash: DETAILS,
  valid_until: '2026-11-21T12:30:00.000Z',
  coverage_usd: 500_000,
  cover_from: '2026-12-01T00:00:00.000Z',
  cover_until: '2027-12-02T00:00:00.000Z',
  premium_usd: 1200,
  purchase_tx: txHash,
  recorded_at: TIMES.recorded_at,
  sale: {
    // 60 of a coin without decimals, at 20 dollars.
    premium_usd: 1200,
    coverage_usd: 500_000,
    symbol: 'ROC',
    decimals: 0,
    rate: '20',
    source: 'reference',
    at: '2026-11-21T11:59:00.000Z',
    round: null,
  },
  opened: { at: TIMES.recorded_at, tx_hash: txHash },
});

const node = await FakeSubstrate.start();
const earlier = await pairOf('//Eve');
const { deployment } = node;
const substrate = { ...deployment.substrate, recipients: [substrateEntry.recipient, earlier.address] };

const summary = { ...statementsOf(1), as_of: '2099-01-01T00:00:00.000Z' };
function Rows({ recorded }: { recorded: RecordedThere }) {
  return <WithoutContract recorded={recorded} check={useRowCheck(recorded)} />;
}

function show(records: readonly AnyRecord[]) {
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    const { host } = new URL(String(input), 'http://localhost');
    if (host === new URL(node.entry.rpc_url).host) return realFetch(input, init);
    return Response.json({ ...deployment, substrate });
  });
  mount(<Rows recorded={{ withoutContract: records, offChainPayments: [], chainIds: [], summary }} />);
  return within(screen.getByRole('list', { name: 'Recorded rows' }));
}
const pay = (amount: bigint, to = node.entry.recipient): Place => node.pay(bob, to, amount, QUOTE);
const check = () => fireEvent.click(screen.getByRole('button', { name: 'Check these rows' }));
const textsOf = (list: ReturnType<typeof within>) =>
  list.getAllByRole('listitem').map(({ textContent }: Element) => textContent ?? '');

it('each record of a chain without a contract is looked up in its block, on request, and wrong ones come first with their reason', async () => {
  const [first, second] = [pay(60n), pay(61n)];
  const young = { block_time: new Date().toISOString(), quote_id: DETAILS };
  const list = show([
    row(first),
    row({ ...first, at: 4 }),
    row(second),
    row({ ...first, block: 999, at: 5 }, young),
    row({ ...first, block: 998, at: 6 }),
    policyPaidBy(first.txHash),
  ]);
  expect(screen.getByText(/no list that could prove that none of our rows is missing/)).toBeDefined();
  expect(list.queryByText('Matches')).toBeNull();
  check();
  await screen.findByText(/2 of 6 rows are in their blocks exactly as we recorded them. 3 are not./);
  const texts = textsOf(list);
  expect(texts[0]).toMatch(/Not found.*The block shows no such payment in this place\.$/);
  expect(texts[1]).toMatch(/Differs.*The records differ in amount \(chain: 61; recorded: 60\)\.$/);
  expect(texts[2]).toMatch(/No such block.*although the recorded time is more than ten minutes away\.$/);
  expect(texts[3]).toMatch(/^Premium paid· 0\.00000000006 ROC.*Matches$/);
  expect(texts[4]).toMatch(/Not final.*no final block with this number yet\.$/);
  expect(texts[5]).toMatch(/^Policy 0x.*, active, \$500,000 of cover.*Matches$/);
});

it('a policy whose terms differ from those that were paid for is a difference', async () => {
  const paid = pay(60n);
  const list = show([row(paid), { ...policyPaidBy(paid.txHash), coverage_usd: 900_000 } as AnyRecord]);
  check();
  await screen.findByText(/1 of 2 rows .* 1 is not\./);
  expect(textsOf(list)[0]).toMatch(/\$900,000 of cover.*Differs.*differ in hash of the terms/);
});

it('a payment to one of our earlier accounts is found', async () => {
  const list = show([
    row(pay(60n, earlier.address), { contract: u8aToHex(earlier.publicKey), exception: 'unknown_quote' }),
  ]);
  check();
  // It bought nothing, so its payer is owed what the block shows.
  await screen.findByText(/0 of 1 rows .* 1 is not\./);
  expect(textsOf(list)[0]).toMatch(/Payer owed.*owed back to the payer.*until its refund’s event\.$/);
});

it('a premium without policy or exception is named', async () => {
  const list = show([row(pay(60n))]);
  check();
  await screen.findByText(/0 of 1 rows .* 1 is not\./);
  expect(textsOf(list)[0]).toMatch(
    /No policy.*our records have neither a policy nor a payment exception for it\.$/,
  );
});

it('all wrong records are shown, however many there are', async () => {
  const paid = pay(60n);
  const wrong = Array.from({ length: 130 }, (_, at) => row({ ...paid, at: 10 + at }));
  const list = show([row(paid), ...wrong, policyPaidBy(paid.txHash)]);
  check();
  await screen.findByText(/2 of 132 rows .* 130 are not\./);
  fireEvent.click(screen.getByRole('button', { name: 'Show 60 more of 72' }));
  fireEvent.click(screen.getByRole('button', { name: 'Show 12 more of 12' }));
  expect(list.getAllByText('Not found')).toHaveLength(130);
  expect(textsOf(list).at(-1)).toMatch(/Matches$/);
});

it('the page does not mention a chain without a contract if there are no such records', () => {
  mount(<Rows recorded={{ withoutContract: [], offChainPayments: [], chainIds: [], summary }} />);
  expect(screen.queryByText(/Without a contract/)).toBeNull();
});
