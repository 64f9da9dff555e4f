import { deflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { partOf, sampleProof, withField } from '#web/test/sample-proof.ts';
import { checkProof, packProof, proofInFile, unpackProof } from './proof.ts';
import { proofFragment, proofIn } from './proof-link.ts';

const whole = sampleProof();
const part = partOf(whole, 'year_built', 'coverage_usd');
const packed = (text: string | Uint8Array) => deflateRawSync(text).toString('base64url');

describe('a proof in a link', () => {
  it('a proof survives its link unchanged, and a part of it is shorter', async () => {
    for (const proof of [whole, part]) {
      expect(await unpackProof(proofIn(`#${proofFragment(await packProof(proof))}`) ?? '')).toEqual(proof);
    }
    expect((await packProof(part)).length).toBeLessThan(900);
    expect((await packProof(whole)).length).toBeLessThan(3_000);
    expect(await packProof(part)).toMatch(/^[\w-]+$/);
  });

  it('the proof is found in a link, in its fragment and nowhere else', () => {
    expect(proofIn('https://mooring.example/verify/0x1?block=2#proof=abc-_9')).toBe('abc-_9');
    expect(proofIn('proof=abc')).toBe('abc');
    for (const text of [
      '',
      '#',
      '#proof=',
      'https://x.example/?proof=abc',
      '#token=abc',
      '#waterproof=abc',
    ]) {
      expect(proofIn(text), text).toBeNull();
    }
  });

  it('a link that is cut off anywhere is refused', async () => {
    const link = await packProof(part);
    for (let length = 0; length < link.length - 3; length += 7) {
      await expect(unpackProof(link.slice(0, length)), String(length)).rejects.toThrow();
    }
  });

  it('a link with changed letters is refused or proves less', async () => {
    const link = await packProof(part);
    for (let at = 0; at < link.length; at += 5) {
      const other = `${link.slice(0, at)}${link[at] === 'A' ? 'B' : 'A'}${link.slice(at + 1)}`;
      const read = await unpackProof(other).catch(() => null);
      const same = JSON.stringify(read) === JSON.stringify(part);
      if (read && !same) {
        const intact = checkProof(read).filter(({ proven }) => proven);
        const genuine = new Set(checkProof(whole).map(({ name, value }) => `${name} ${value}`));
        expect(intact.every(({ name, value }) => genuine.has(`${name} ${value}`))).toBe(true);
      }
    }
  });

  it.each<[string, () => string]>([
    ['letters that are no base64', () => '%%%'],
    ['base64 that is not compressed', () => Buffer.from('hello').toString('base64url')],
    ['text that is no JSON', () => packed('{"format":')],
    ['another JSON', () => packed('{"format":"mooring-details-1"}')],
    ['bytes that are no text', () => packed(Uint8Array.of(0xff, 0xfe, 0xfd))],
    ['a megabyte of white space behind it', () => packed(JSON.stringify(part) + ' '.repeat(1_000_000))],
    [
      'a field that is named twice',
      () => packed(JSON.stringify({ ...part, fields: [...part.fields, ...part.fields] })),
    ],
  ])('a link with %s is refused', async (_, link) => {
    await expect(unpackProof(link())).rejects.toThrow();
  });
});

describe('a proof in a file', () => {
  it('a file that was cut off, is something else or is too long is refused', async () => {
    const text = JSON.stringify(part, null, 2);
    const read = (content: string) => proofInFile(new File([content], 'proof.json'));
    expect(await read(text)).toEqual(part);
    for (const other of ['', text.slice(0, -1), '[]', 'null', '"proof"', `${text}${' '.repeat(1_000_000)}`]) {
      await expect(read(other)).rejects.toThrow();
    }
  });

  it('each field is checked alone and said in words', () => {
    const changed = withField(part, 'year_built', { value: 1999 });
    expect(checkProof(changed)).toEqual([
      { name: 'coverage_usd', label: 'Cover', value: '$500,000', private: false, proven: true },
      { name: 'year_built', label: 'Year built', value: '1999', private: false, proven: false },
    ]);
  });

  it('a product that this site does not know changes nothing about the proof', () => {
    const other = sampleProof({ terms: { product_code: 9 } });
    expect(checkProof(other).every(({ proven }) => proven)).toBe(true);
  });
});
