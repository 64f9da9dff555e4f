import { describe, expect, test } from 'vitest';
import { withoutPosition } from './without-position.ts';

const ascii = (text: string) => [...text].map((letter) => letter.charCodeAt(0));
const bytesOf = (...parts: (readonly number[] | string)[]) =>
  new Uint8Array(parts.flatMap((part) => (typeof part === 'string' ? ascii(part) : part)));
const le16 = (value: number) => [value & 255, value >> 8];
const le32 = (value: number) => [...le16(value & 0xffff), ...le16(value >>> 16)];

/** IFD0 with orientation 6 and a GPS directory whose latitude is three rationals: 52, 31, 12. */
const tiff = bytesOf(
  'II',
  [42, 0, ...le32(8)],
  [...le16(2)],
  [...le16(0x0112), ...le16(3), ...le32(1), ...le32(6)],
  [...le16(0x8825), ...le16(4), ...le32(1), ...le32(38)],
  [...le32(0)],
  [...le16(2)],
  [...le16(1), ...le16(2), ...le32(2), ...ascii('N\0'), 0, 0],
  [...le16(2), ...le16(5), ...le32(3), ...le32(68)],
  [...le32(0)],
  [52, 31, 12].flatMap((value) => [...le32(value), ...le32(1)]),
);
const segment = (marker: number, content: Uint8Array) => {
  const length = content.length + 2;
  return [0xff, marker, length >> 8, length & 255, ...content];
};
const scan = [0xff, 0xda, 0, 4, 1, 2, 0x11, 0x22, 0xff, 0xd9];

describe('a photograph’s position', () => {
  test('is gone from a JPEG, whose orientation and picture stay', () => {
    const exif = bytesOf('Exif\0\0', [...tiff]);
    const xmp = bytesOf('http://ns.adobe.com/xap/1.0/\0<x exif:GPSLatitude="52,31.2N"/>');
    const photo = bytesOf(
      [0xff, 0xd8],
      segment(0xe1, exif),
      segment(0xe1, xmp),
      segment(0xdb, bytesOf([1, 2])),
      scan,
    );
    const stored = withoutPosition(photo, 'image/jpeg');
    const shown = new TextDecoder('latin1').decode(stored);
    expect(shown).not.toContain('GPSLatitude');
    expect(shown).toContain(new TextDecoder('latin1').decode(tiff.subarray(10, 22)));
    expect([...stored.subarray(-scan.length)]).toEqual(scan);
    const at = 2 + 4 + 6;
    expect([...stored.subarray(at + 38, at + tiff.length)].every((byte) => byte === 0)).toBe(true);
    expect(withoutPosition(stored, 'image/jpeg')).toEqual(stored);
  });

  test('is gone from a PNG, whose other chunks stay', () => {
    const chunk = (kind: string, content: Uint8Array) => [
      0,
      0,
      0,
      content.length,
      ...ascii(kind),
      ...content,
      9,
      9,
      9,
      9,
    ];
    const start = bytesOf([0x89], 'PNG\r\n', [0x1a], '\n');
    const [header, data, end] = [
      chunk('IHDR', bytesOf('header')),
      chunk('IDAT', bytesOf('data')),
      chunk('IEND', bytesOf()),
    ];
    const camera = [
      chunk('eXIf', tiff),
      chunk('iTXt', bytesOf('XML:com.adobe.xmp\0<x/>')),
      chunk('tEXt', bytesOf('Raw profile type exif\0abc')),
    ];
    const comment = chunk('tEXt', bytesOf('Comment\0roof'));
    const photo = bytesOf([...start], header, ...camera, comment, data, end);
    expect(withoutPosition(photo, 'image/png')).toEqual(bytesOf([...start], header, comment, data, end));
  });

  test.each([
    ['a JPEG without a camera’s data', 'image/jpeg', bytesOf([0xff, 0xd8], scan)],
    ['a JPEG that is cut off in a segment', 'image/jpeg', bytesOf([0xff, 0xd8, 0xff, 0xe1, 0xff, 0xff, 1])],
    [
      'an Exif segment that points outside of itself',
      'image/jpeg',
      bytesOf([0xff, 0xd8], segment(0xe1, bytesOf('Exif\0\0II', [42, 0, ...le32(9_999_999)])), scan),
    ],
    ['a PNG that is cut off', 'image/png', bytesOf([0x89], 'PNG\r\n', [0x1a], '\n', [0, 0, 9, 9], 'IHDR')],
    ['a PDF', 'application/pdf', bytesOf('%PDF-1.7 Exif\0\0')],
  ] as const)('leaves %s as it is', (_what, type, bytes) => {
    expect(withoutPosition(bytes, type)).toEqual(bytes);
  });
});
