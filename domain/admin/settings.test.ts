import { describe, expect, it } from 'vitest';
import { areIndependent, lineage } from './approvals-schema.ts';
import { grantsPayment } from './roles.ts';
import { loosens, type SettingKey, settingInWords, settingOf, settingText } from './settings-schema.ts';

describe('a setting', () => {
  it.each<[SettingKey, string, string]>([
    ['auto_approve_below_usd', '10000', '$10,000'],
    ['platform_fee_bps', '250', '2.5%'],
    ['platform_fee_bps', '5', '0.05%'],
    ['session_minutes', '30', '30 minutes'],
    ['require_totp', '1', 'On'],
    ['require_totp', '0', 'Off'],
    ['sender_name', 'Mooring', 'Mooring'],
  ])('%s of %s reads %s', (key, text, words) => {
    expect(settingInWords(key, text)).toBe(words);
    expect(settingText(settingOf(key, text))).toBe(text);
  });

  it.each<[SettingKey, string, string, boolean]>([
    ['auto_approve_below_usd', '9999', '10000', true],
    ['auto_approve_below_usd', '10000', '9999', false],
    ['second_confirmation_usd', '1', '2', true],
    ['maximum_claim_usd', '2', '1', false],
    ['session_minutes', '30', '480', true],
    ['session_minutes', '480', '30', false],
    ['require_totp', '1', '0', true],
    ['require_totp', '0', '1', false],
    ['platform_fee_bps', '1', '2', false],
    ['sender_from', '', 'a@b.example', false],
  ])('%s from %s to %s loosens: %s', (key, from, to, loose) => {
    expect(loosens(key, from, to)).toBe(loose);
  });
});

describe('two accounts', () => {
  // 1 created 2 and 3, 2 created 4; 5 came by the command line and created 6.
  const createdBy = new Map([
    ...([
      [1, null],
      [2, 1],
      [3, 1],
      [4, 2],
      [5, null],
      [6, 5],
    ] as const),
  ]);

  it('administrators are traced to the first who created them, and a circle ends the trace', () => {
    expect([...lineage(4, createdBy)]).toEqual([4, 2, 1]);
    expect([
      ...lineage(
        7,
        new Map([
          [7, 8],
          [8, 7],
        ]),
      ),
    ]).toEqual([7, 8]);
  });

  it.each([
    [1, 1, false],
    [1, 2, false],
    [4, 1, false],
    [3, 4, false],
    [1, 5, true],
    [4, 6, true],
    [6, 1, true],
  ])('%s and %s count as two people: %s', (one, other, two) => {
    expect(areIndependent(one, other, createdBy)).toBe(two);
    expect(areIndependent(other, one, createdBy)).toBe(two);
  });
});

it('a role that pays is granted, and one that pays less is not', () => {
  expect(grantsPayment(null, 'support')).toBe(false);
  expect(grantsPayment(null, 'claims')).toBe(true);
  expect(grantsPayment('claims', 'claims')).toBe(false);
  expect(grantsPayment('claims', 'underwriter')).toBe(true);
  expect(grantsPayment('administrator', 'claims')).toBe(false);
});
