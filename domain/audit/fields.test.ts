import { expect, test } from 'vitest';
import type { AuditEvent } from './events.ts';
import { differing, expected } from './fields.ts';
import { eventOf, HOLDER, recordOf, START } from './sample.fixture.ts';

const DAY = 86_400;
const HEIR = `0x${'7e'.repeat(20)}`;
const [proposed, half, whole, contested, stopped] = [
  eventOf('HolderChangeProposed', { newHolder: HEIR, lapsesAt: BigInt(START + 30 * DAY) }),
  eventOf('HolderChangeConfirmed', { newHolder: HEIR, effectiveAt: 0n, lapsesAt: BigInt(START + 30 * DAY) }),
  eventOf('HolderChangeConfirmed', {
    newHolder: HEIR,
    effectiveAt: BigInt(START + 2 * DAY),
    lapsesAt: BigInt(START + 9 * DAY),
  }),
  eventOf('HolderChangeContested', { newHolder: HEIR, lapsesAt: BigInt(START + 31 * DAY) }),
  eventOf('HolderChangeStopped', { newHolder: HEIR }),
] as const;

test('a change of holder is compared with its new holder, its end, and from when it takes effect', () => {
  const wanted = (event: AuditEvent) => {
    const { holder, counterparty, valid_until, effective_at } = expected(event, null);
    expect([holder, counterparty]).toEqual([HOLDER, HEIR]);
    return [event.kind, valid_until ?? null, effective_at ?? null];
  };
  expect([proposed, half, whole, contested, stopped].map(wanted)).toEqual([
    ['holder_change_proposed', '2024-03-31T00:00:00.000Z', null],
    ['holder_change_confirmed', '2024-03-31T00:00:00.000Z', null],
    ['holder_change_confirmed', '2024-03-10T00:00:00.000Z', '2024-03-03T00:00:00.000Z'],
    ['holder_change_contested', '2024-04-01T00:00:00.000Z', null],
    ['holder_change_stopped', null, null],
  ]);
});

test('a record with another new holder or another time differs in just these fields', () => {
  const { product_code: _code, coverage_usd: _cover, details_hash: _hash, ...rest } = recordOf(whole);
  const record = {
    ...rest,
    product_code: null,
    coverage_usd: null,
    details_hash: null,
    cover_from: null,
    cover_until: null,
    counterparty: HEIR,
    effective_at: '2024-03-03T00:00:00.000Z',
    valid_until: '2024-03-10T00:00:00.000Z',
  };
  expect(differing(whole, record, null)).toEqual([]);
  expect(differing(whole, { ...record, effective_at: null }, null)).toEqual(['effective_at']);
  expect(differing(whole, { ...record, valid_until: null }, null)).toEqual(['valid_until']);
  expect(differing(whole, { ...record, counterparty: HOLDER }, null)).toEqual(['counterparty']);
});
