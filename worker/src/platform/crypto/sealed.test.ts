import { describe, expect, test } from 'vitest';
import { fingerprint, type KeyRing, open, seal } from './sealed.ts';

const key = (fill: number) => new Uint8Array(32).fill(fill);
const ring: KeyRing = { current: '1', keys: { 1: key(1) } };
const binding = { row: 'draft:1', owner: '0xada' };

describe('encrypted values', () => {
  test('decrypts to the original value and produces a different ciphertext each time', async () => {
    const [one, two] = [await seal(ring, { a: 'Zoë' }, binding), await seal(ring, { a: 'Zoë' }, binding)];
    expect(one).not.toBe(two);
    expect(await open(ring, one, binding)).toEqual({ a: 'Zoë' });
  });

  test('still decrypts after key rotation, but not once the key is removed', async () => {
    const old = await seal(ring, 'secret', binding);
    const rotated: KeyRing = { current: '2', keys: { 1: key(1), 2: key(2) } };
    expect(await open(rotated, old, binding)).toBe('secret');
    expect((await seal(rotated, 'secret', binding)).startsWith('2.')).toBe(true);
    await expect(open({ current: '2', keys: { 2: key(2) } }, old, binding)).rejects.toThrow();
  });

  test('does not decrypt for another row, owner, key or changed text', async () => {
    const sealed = await seal(ring, 'secret', binding);
    await expect(open(ring, sealed, { ...binding, row: 'draft:2' })).rejects.toThrow();
    await expect(open(ring, sealed, { ...binding, owner: '0xeve' })).rejects.toThrow();
    await expect(open({ current: '1', keys: { 1: key(9) } }, sealed, binding)).rejects.toThrow();
    const two: KeyRing = { current: '2', keys: { 1: key(1), 2: key(1) } };
    await expect(open(two, sealed.replace('1.', '2.'), binding)).rejects.toThrow();
    const [kid, iv, text] = sealed.split('.');
    const changed = text?.startsWith('A') ? `B${text.slice(1)}` : `A${text?.slice(1)}`;
    await expect(open(ring, `${kid}.${iv}.${changed}`, binding)).rejects.toThrow();
  });
});

test('a fingerprint is the same for the same text and key alone', async () => {
  // HMAC-SHA256 under the HMAC-SHA256 of "fingerprint" under the key, computed elsewhere.
  expect(await fingerprint(ring, '4 mill lane salem')).toBe('51607c1fc926eab154de319704239b09');
  expect(await fingerprint(ring, '5 mill lane salem')).not.toBe('51607c1fc926eab154de319704239b09');
  expect(await fingerprint({ current: '1', keys: { 1: key(2) } }, '4 mill lane salem')).not.toBe(
    'bee1039dd86c7d76b91e80709aab83bc',
  );
  await expect(fingerprint({ current: '3', keys: { 1: key(1) } }, 'x')).rejects.toThrow('not in the ring');
});
