import { fireEvent, screen, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { placesCsv } from '../../../../domain/audit/report.ts';
import { purchaseOf, recordOf } from '../../../../domain/audit/sample.fixture.ts';
import { pairOf } from '../../../test/fake-polkadot.ts';
import { FakeSubstrate, type Place } from '../../../test/fake-substrate.ts';
import { mount } from '../../../test/mount.tsx';
import { substrateEntry } from '../../../test/sample-substrate.ts';
import { WithoutContract } from './without-contract.tsx';

const GENESIS = substrateEntry.genesis_hash;
const QUOTE = `0x${'b'.repeat(64)}`;
const row = ({ txHash, block, at }: Place) => ({
  ...recordOf(purchaseOf(0)),
  ...{ record: 'event' as const, kind: 'purchased' as const, status: 'confirmed' as const },
  ...{ chain_id: GENESIS, enforced_by: 'records' as const, quote_id: QUOTE, block, log_index: at },
  ...{ tx_hash: txHash, amount: '60', usd: null, exception: null },
});

it('each recorded row of a chain without a contract is looked up in its block, on request', async () => {
  const node = await FakeSubstrate.start();
  vi.stubGlobal('fetch', async () => Response.json(node.deployment));
  const bob = await pairOf('//Bob');
  const [first, second] = [60n, 61n].map((amount) => node.pay(bob, node.entry.recipient, amount, QUOTE));
  if (!first || !second) throw new Error('Nothing was paid');
  const rows = [first, { ...first, at: 4 }, second, { ...first, block: 999, at: 5 }].map(row);
  mount(<WithoutContract records={rows as never} />);
  expect(screen.getByText(/nobody can prove that none is missing/)).toBeDefined();
  const list = within(screen.getByRole('list', { name: 'Recorded rows' }));
  expect(list.queryByText('Matches')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Check these rows' }));
  await screen.findByText(/1 of 4 rows are in their blocks exactly as we recorded them. 2 are not./);
  const results = list.getAllByRole('listitem').map((one) => one.lastElementChild?.textContent);
  expect(results).toEqual(['Matches', 'Not found', 'Differs', 'Not final']);
});

it('without such rows the page says nothing of such a chain', () => {
  mount(<WithoutContract records={[]} />);
  expect(screen.queryByText(/Without a contract/)).toBeNull();
});

const PLACE = { txHash: `0x${'c'.repeat(64)}`, block: 700, at: 3 };

it('the file of these rows has their place and what the block showed', () => {
  const [header, line] = placesCsv([{ record: row(PLACE) as never, result: 'matched' }]).split(/\r?\n/);
  expect(header?.slice(1)).toBe(
    'kind,chain_id,block,tx_hash,position,quote_id,amount,usd,recorded,in_its_block',
  );
  expect(line).toBe(`purchased,${GENESIS},700,${PLACE.txHash},3,${QUOTE},60,,confirmed,Matches`);
});
