import { expect, test } from 'vitest';
import { signedBy } from './signature.ts';

const TEXT = 'Mooring wants you to sign in.';
/** `//Alice` with each kind of key, and what the Keyring of @polkadot/keyring 14 signed with it. */
const ACCOUNTS = {
  sr25519: {
    key: '0xd43593c715fdd31c61141abd04a99fd6822c8558854ccde39a5684e7a56da27d',
    wrapped:
      '0xac28440cbf0b3153653b541a67c23b266aebd41199a48de09fbbed6a7ce18712fb466f9c393ee195d7c793d6fb0c9cb971a150414f1abd296d75dd0524fe3d8b',
    typed:
      '0x01a884cc7f14308c206ea05b3266165e1792b2fedc1d40fd65d4b6c6599bfda613412bde93896f579c7b8d0aa0856e154121b2554b49ac1900cfcbc7a4ade8ac85',
    bare: '0x8aed3e3e0fd3d105721f7e67bbd87c2a24185b2e172e5fd5026e60af94b8cf0a81d71444fe95873d8d250bc4770ee1045e64af24ecd508b6ef65527c6816ba87',
  },
  ed25519: {
    key: '0x88dc3417d5058ec4b4503e0c12ea1a0a89be200fe98922423d4334014fa6b0ee',
    wrapped:
      '0x24ba267300c53aad8fb93d361cfeb517497870d268e0cacb8dfa36de2e1811df8723efa8cda36fc61dba60c1b893c9b51f10ccf7552ae81821f70f0659bee801',
    typed:
      '0x0024ba267300c53aad8fb93d361cfeb517497870d268e0cacb8dfa36de2e1811df8723efa8cda36fc61dba60c1b893c9b51f10ccf7552ae81821f70f0659bee801',
    bare: '0x0f9bcb665698be0bc1d11484c06a2f31ca9c7637ee1ae38038dd301c2b2a447290ad82497acf2a80ccb90cb046f16ba3311b58efb697a15457233042186bad0e',
  },
  ecdsa: {
    key: '0x01e552298e47454041ea31273b4b630c64c104e4514aa3643490b8aaca9cf8ed',
    wrapped:
      '0xb2a36d12d3051a0f6f543f34fd058afbbf6f7875198415894782c87872f331c0682bebbc07238feb111baa18e42bcb83f485d2c3ca885df5fec14c1a1970e9c000',
    typed:
      '0x02b2a36d12d3051a0f6f543f34fd058afbbf6f7875198415894782c87872f331c0682bebbc07238feb111baa18e42bcb83f485d2c3ca885df5fec14c1a1970e9c000',
    bare: '0x6c57ede0f7cd5b2f2968d9a35f38b61509a92a6edd785a64afa7415cdbd9d70f16f8c49e0c84faf0523026c00e846dd9cb7e4c862cbdb98c1e95dca4949833f301',
  },
} as const;
const KINDS = ['sr25519', 'ed25519', 'ecdsa'] as const;

test('a text signed by an account of each kind is accepted, wrapped or bare, with or without its kind', () => {
  for (const kind of KINDS) {
    const { key, wrapped, typed, bare } = ACCOUNTS[kind];
    for (const signature of [wrapped, typed, bare, wrapped.toUpperCase().replace('0X', '0x')]) {
      expect(signedBy(key, TEXT, signature), `${kind} ${signature}`).toBe(true);
      expect(signedBy(key, `${TEXT} `, signature), `${kind} ${signature}`).toBe(false);
    }
  }
});

test('a signature counts only for the account that made it, and only as its own kind', () => {
  for (const kind of KINDS) {
    const { wrapped, typed } = ACCOUNTS[kind];
    for (const other of KINDS) {
      if (other !== kind) expect(signedBy(ACCOUNTS[other].key, TEXT, wrapped)).toBe(false);
    }
    for (const prefix of ['00', '01', '02', '03']) {
      const claimed = `0x${prefix}${typed.slice(4)}`;
      expect(signedBy(ACCOUNTS[kind].key, TEXT, claimed)).toBe(claimed === typed);
    }
  }
});

test('anything else is not a signature, and nothing throws', () => {
  const { key, wrapped } = ACCOUNTS.sr25519;
  const nonsense = [
    ...['', '0x', 'hello', wrapped.slice(0, -2), `${wrapped}00`, `${wrapped}0000`, wrapped.slice(2)],
    ...['00', 'ff', '7f'].flatMap((byte) => [64, 65, 66].map((length) => `0x${byte.repeat(length)}`)),
  ];
  // The key of nobody, of a point of small order, and no point at all.
  const keys = [key, `0x${'00'.repeat(32)}`, `0x01${'00'.repeat(31)}`, `0x${'ff'.repeat(32)}`, '0x12', ''];
  for (const account of keys) {
    for (const signature of nonsense) expect(signedBy(account, TEXT, signature)).toBe(false);
  }
});
