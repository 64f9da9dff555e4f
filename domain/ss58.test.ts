import { expect, test } from 'vitest';
import { substrateAddress, substrateKey } from './ss58.ts';

/** Alice of Substrate's development accounts. */
const ALICE = '0xd43593c715fdd31c61141abd04a99fd6822c8558854ccde39a5684e7a56da27d';

test('an account has one key and an address for each chain', () => {
  const addresses = {
    42: '5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY',
    0: '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5',
    2: 'HNZata7iMYWmk5RvZRTiAsSDhV8366zq2YGb3tLH5Upf74F',
  };
  for (const [prefix, address] of Object.entries(addresses)) {
    expect(substrateAddress(ALICE, Number(prefix))).toBe(address);
    expect(substrateKey(address)).toBe(ALICE);
  }
  expect(substrateKey(` ${ALICE.toUpperCase().replace('0X', '0x')} `)).toBe(ALICE);
});

test('a prefix of two bytes is read back', () => {
  for (const prefix of [64, 255, 256, 1284, 16383]) {
    expect(substrateKey(substrateAddress(ALICE, prefix))).toBe(ALICE);
  }
});

test('a mistyped address is not an account', () => {
  expect(substrateKey('5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQZ')).toBeNull();
  expect(substrateKey('5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKut')).toBeNull();
  expect(substrateKey('0x1234')).toBeNull();
  expect(substrateKey('Hello 0OIl')).toBeNull();
});
