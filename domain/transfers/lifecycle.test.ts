import { describe, expect, test } from 'vitest';
import { isAnnounced, movedBy, TRANSFER_STATES, type Transfer, type TransferWord } from './lifecycle.ts';

const PLAIN: Omit<Transfer, 'state'> = {
  method: 'contract',
  step: 'pay',
  payable_at: null,
  tx_hash: null,
};
const SENT = { ...PLAIN, tx_hash: '0xaa' };
const ANNOUNCED = { ...SENT, method: 'announced', step: 'announce', payable_at: '2026-12-02' } as const;

const WORDS: readonly TransferWord[] = [
  ...(['sent', 'failed', 'announced', 'vetoed', 'confirmed', 'reorganized', 'expired', 'discarded'] as const),
];

/** A transfer whose transaction is known, in each state, and where each word of `WORDS` leads. */
const TABLE = `
  prepared   sent  -     announced  -       confirmed  -     dead  discarded
  sent       sent  sent  announced  vetoed  confirmed  sent  dead  discarded
  announced  sent  -     announced  vetoed  confirmed  sent  dead  discarded
  vetoed     -     -     -          -       confirmed  sent  -     -
  confirmed  -     -     -          -       -          sent  -     -
  dead       -     -     -          -       confirmed  sent  -     -
  discarded  -     -     -          -       confirmed  -     -     -`;

test('each word moves a transfer from each state as the table says, or not at all', () => {
  const lines = TRANSFER_STATES.map((state) =>
    [state, ...WORDS.map((word) => movedBy(word, { ...SENT, state }) ?? '-')].join(' '),
  );
  expect(lines).toEqual(
    TABLE.trim()
      .split('\n')
      .map((line) => line.trim().split(/\s+/).join(' ')),
  );
});

describe('a reorganization or a failed transaction leads back', () => {
  test.each([
    ['to prepared without a transaction', PLAIN, 'prepared'],
    ['to sent with one', SENT, 'sent'],
    ['to announced while the chain shows the announcement', ANNOUNCED, 'announced'],
    ['to sent if the announcement is gone too', { ...ANNOUNCED, payable_at: null }, 'sent'],
    ['to prepared before it is announced', { ...ANNOUNCED, payable_at: null, tx_hash: null }, 'prepared'],
    ['to sent once its payment was sent', { ...ANNOUNCED, step: 'pay' }, 'sent'],
    ['to announced without that payment', { ...ANNOUNCED, step: 'pay', tx_hash: null }, 'announced'],
  ] as const)('%s', (_, facts, state) => {
    expect(movedBy('failed', { ...facts, state: 'sent' })).toBe(state);
    for (const from of ['vetoed', 'confirmed', 'dead'] as const)
      expect(movedBy('reorganized', { ...facts, state: from })).toBe(state);
  });
});

test('only an announced payout that waits or is being paid is announced', () => {
  const found = TRANSFER_STATES.flatMap((state) =>
    (['pay', 'announce'] as const).flatMap((step) =>
      isAnnounced({ state, step, method: 'announced' }) ? [`${state} ${step}`] : [],
    ),
  );
  expect(found).toEqual(['sent pay', 'announced pay', 'announced announce']);
  for (const state of TRANSFER_STATES) expect(isAnnounced({ ...SENT, state })).toBe(false);
});
