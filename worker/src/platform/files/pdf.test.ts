import { env } from 'cloudflare:workers';
import { deflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { DOCUMENT_TYPES, MAX_DOCUMENT_BYTES } from '../../../../domain/files.ts';
import { join } from '../../../test/claims.ts';
import { renderSummary } from '../../claims/summary/render.ts';
import { data as summary } from '../../claims/summary/sample.fixture.ts';
import { renderCertificate } from '../../policies/certificate/render.ts';
import { sample as certificate } from '../../policies/certificate/sample.fixture.ts';
import { assetFonts } from '../pdf/fonts/source.ts';
import { inspect } from './inspect.ts';

const look = (bytes: Uint8Array) => inspect(bytes, DOCUMENT_TYPES, MAX_DOCUMENT_BYTES);
const GOOD = { type: 'application/pdf' };
const bytesOf = (text: string) => new TextEncoder().encode(text);

const document = (...parts: (string | Uint8Array)[]) => join('%PDF-1.7\n', ...parts, 'startxref\n9\n%%EOF\n');
const stream = (dict: string, data: Uint8Array, number = 5) =>
  join(`${number} 0 obj\n<< ${dict} /Length ${data.length} >>\nstream\n`, data, '\nendstream\nendobj\n');
const objects = (content: string, filter = '/Filter /FlateDecode') =>
  stream(`/Type /ObjStm /N 1 /First 4 ${filter}`, deflateSync(bytesOf(`1 0 ${content}`)), 3);

describe('PDFs with packed objects', () => {
  test.each([
    ['a program', '<< /S /JavaScript /JS (app.alert(1)) >>', 'contains a program (JavaScript)'],
    ['a program under an escaped name', '<< /S /J#61vaScr#69pt >>', 'contains a program (JavaScript)'],
    ['a program of a rendition', '<< /S /Rendition /JS (app.alert(1)) >>', 'contains a program (JavaScript)'],
    [
      'a program in an object of its own',
      '<< /S /Rendition /J#53 7 0 R >>',
      'contains a program (JavaScript)',
    ],
    ['something that starts programs', '<< /S /Launch /F (cmd.exe) >>', 'starts other programs'],
    ['another file', '<< /Type /Filespec /F (a.exe) /EF << /F 9 0 R >> >>', 'has another file inside it'],
    ['a file listed in another object', '<< /Type /Filespec /EF 8 0 R >>', 'has another file inside it'],
  ])('rejects a PDF with %s in packed objects', (_, content, reason) => {
    const again = 'Please print it to a new PDF file and add that.';
    expect(look(document(objects(content)))).toEqual({
      code: 'invalid',
      reason: `${reason}. ${again}`,
    });
  });

  test('rejects active content in packed objects that do not say how they are packed', async () => {
    const hidden = deflateSync(bytesOf('1 0 << /S /JavaScript /JS (app.alert(1)) >>'));
    const found = { code: 'invalid', reason: expect.stringContaining('contains a program') };
    expect(look(document(stream('/N 1 /First 4 /Filter [ /FlateDecode ]', hidden)))).toMatchObject(found);
    expect(look(document(stream('/Filter /Fl', hidden)))).toMatchObject(found);
    const behind = deflateSync(bytesOf(`${' '.repeat(4_000_000)}1 0 << /S /JavaScript >>`));
    expect(look(document(stream('/Filter /FlateDecode', behind)))).toMatchObject(found);
    const comment = join(
      '5 0 obj\n<< /Filter /FlateDecode >> %endstream 6 0 obj\nstream\r\n',
      hidden,
      '\nendstream\n',
    );
    expect(look(document(comment))).toMatchObject(found);
    const cut = stream('/Type /ObjStm /N 1 /First 4 /Filter /FlateDecode', hidden.subarray(0, -6));
    expect(look(document(cut))).toMatchObject(found);
  });

  test.each([
    ['double packing', objects('<< >>', '/Filter [ /FlateDecode /ASCIIHexDecode ]')],
    ['an unknown packing method', stream('/Type /ObjStm /N 1 /First 4 /Filter /LZWDecode', bytesOf('....'))],
    ['a predictor', objects('<< >>', '/Filter /FlateDecode /DecodeParms << /Predictor 12 >>')],
    ['a packing method in another object', objects('<< >>', '/Filter 7 0 R')],
    ['encryption', stream('/Type /Obj#53tm /N 1 /First 4 /Filter /FlateDecode', bytesOf('encrypted'))],
  ])('rejects a PDF that cannot be inspected because of %s', (_, packed) => {
    expect(look(document(packed))).toMatchObject({
      code: 'invalid',
      reason: expect.stringMatching(/^is packed in a way that cannot be checked\. Please print it/),
    });
  });

  test('unpacks at most 64 MB of one PDF', () => {
    const packed = stream('/Filter /FlateDecode', deflateSync(bytesOf(`1 0 ${' '.repeat(15_000_000)}`)));
    const four = Array.from({ length: 4 }, () => packed);
    expect(look(document(...four))).toEqual(GOOD);
    expect(look(document(...four, packed))).toMatchObject({
      code: 'invalid',
      reason: expect.stringContaining('cannot be checked'),
    });
  });

  test('rejects a decompression bomb before unpacking it', async () => {
    const bomb = deflateSync(bytesOf(`1 0 ${' '.repeat(60_000_000)}`), { level: 9 });
    expect(bomb.length).toBeLessThan(100_000);
    const found = look(document(stream('/Type /ObjStm /N 1 /First 4 /Filter /FlateDecode', bomb)));
    expect(found).toMatchObject({ reason: expect.stringContaining('cannot be checked') });
  });

  test('rejects a PDF with more streams than any real document has', async () => {
    const found = look(document('stream\nx\nendstream\n'.repeat(20_001)));
    expect(found).toMatchObject({ reason: expect.stringContaining('cannot be checked') });
  });

  test('accepts a PDF without active content in its packed objects', async () => {
    const page = stream(
      '/Filter /FlateDecode',
      deflateSync(bytesOf('BT (JavaScript, /JS and Launch) Tj ET')),
      6,
    );
    const scan = stream(
      '/Subtype /Image /Width 4000 /Height 4000 /Filter /FlateDecode',
      deflateSync(new Uint8Array(48_000_000).fill(255)),
      7,
    );
    const photograph = stream('/Subtype /Image /Filter /DCTDecode', new Uint8Array(5000).fill(0x78), 8);
    const table = stream(
      '/Type /XRef /Filter /FlateDecode /DecodeParms << /Predictor 12 >>',
      deflateSync(bytesOf('ab')),
      9,
    );
    expect(look(document(objects('<< /Type /Catalog >>'), page, scan, photograph, table))).toEqual(GOOD);
  });
});

describe('files embedded in a PDF', () => {
  const spec = (target: string) =>
    `4 0 obj\n<< /Type /Filespec /F (a.json) /EF << /F ${target} /UF ${target} >> >>\nendobj\n`;
  const file = (content: string, dict = '/Type /EmbeddedFile', number = 5) =>
    stream(`${dict} /Filter /FlateDecode`, deflateSync(bytesOf(content)), number);

  test('accepts embedded files that are plain JSON data', async () => {
    expect(look(document(spec('5 0 R'), file('{"quote_id":"0x12"}')))).toEqual(GOOD);
    expect(look(document(objects('<< /EF << /F 5 0 R >> >>'), file('[1]')))).toEqual(GOOD);
  });

  test.each([
    ['not JSON', document(spec('5 0 R'), file('MZ this program cannot be run'))],
    ['a script as a JSON text', document(spec('5 0 R'), file('"<script>alert(1)</script>"'))],
    ['not JSON and have another subtype', document(spec('5 0 R'), file('MZ', '/Subtype /x'))],
    ['missing', document(spec('5 0 R'))],
    ['JSON once and something else under the same number', document(spec('5 0 R'), file('{}'), file('MZ'))],
    ['JSON along with one that is not', document(spec('5 0 R'), file('{}'), file('MZ', undefined, 6))],
    ['listed in another object', document('4 0 obj\n<< /EF 9 0 R >>\nendobj\n', file('{}'))],
  ])('rejects embedded files that are %s', (_, bytes) => {
    expect(look(bytes)).toMatchObject({
      code: 'invalid',
      reason: expect.stringContaining('has another file inside it.'),
    });
  });
});

describe('our own documents', () => {
  const fonts = assetFonts(env.ASSETS);

  test('accepts our certificate with its attached proof as a claim document', async () => {
    expect(look(await renderCertificate(certificate('home'), fonts))).toEqual(GOOD);
  });

  test('accepts the summary of another claim as a claim document', async () => {
    expect(look(await renderSummary(summary, fonts))).toEqual(GOOD);
  });
});
