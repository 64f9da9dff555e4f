/** Files that are not what they claim to be. */
import { beforeAll, describe, expect, test } from 'vitest';
import { MAX_DOCUMENT_BYTES } from '../../../../domain/files.ts';
import {
  claimed,
  eventKinds,
  JPEG_PARTS,
  join,
  jpeg,
  PNG_HEADER,
  PNG_SIGNATURE,
  pdf,
  png,
  pngChunk,
  upload,
  zip,
} from '../../../test/claims.ts';
import { objects, stored } from '../../../test/documents.ts';

const HTML = '<!DOCTYPE html><html><script>alert(document.domain)</script></html>';
const broken = (bytes: Uint8Array<ArrayBuffer>, at: number) => {
  const copy = bytes.slice();
  copy[at] = (copy[at] ?? 0) ^ 0xff;
  return copy;
};
const [noType, damaged] = [
  'is not a JPEG, PNG or PDF file.',
  (kind: string) => `is damaged or incomplete: it is not a complete ${kind} file.`,
];
const pdfEnd = 'is damaged, incomplete, or followed by extra data.';
const image = JPEG_PARTS;

const hostile: [string, Uint8Array<ArrayBuffer> | string, number, string][] = [
  ['an empty file', '', 422, 'is empty.'],
  ['HTML in a .png', HTML, 415, noType],
  ['an SVG in a .png', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>', 415, noType],
  ['a ZIP', zip(), 415, noType],
  ['a GIF', 'GIF89a\x01\0\x01\0\0\0\0;', 415, noType],
  ['two bytes', join([0xff, 0xd8]), 415, noType],

  ['a PNG without its end', png().slice(0, -12), 422, damaged('PNG')],
  ['a PNG that stops within a chunk', png().slice(0, 40), 422, damaged('PNG')],
  ['a PNG with a changed byte', broken(png(), 60), 422, damaged('PNG')],
  ['a PNG of only a signature', join(PNG_SIGNATURE), 422, damaged('PNG')],
  [
    'a PNG whose header is not first',
    join(
      PNG_SIGNATURE,
      pngChunk('tEXt', 'a\0b'),
      pngChunk('IHDR', PNG_HEADER),
      pngChunk('IDAT', 'x'),
      pngChunk('IEND'),
    ),
    422,
    damaged('PNG'),
  ],
  [
    'a PNG without a picture',
    join(PNG_SIGNATURE, pngChunk('IHDR', PNG_HEADER), pngChunk('IEND')),
    422,
    damaged('PNG'),
  ],
  [
    'a PNG of no width',
    join(PNG_SIGNATURE, pngChunk('IHDR', new Uint8Array(13)), pngChunk('IDAT', 'x'), pngChunk('IEND')),
    422,
    damaged('PNG'),
  ],
  ['a PNG with HTML behind it', join(png(), HTML), 415, 'has extra data hidden after its picture.'],
  ['a PNG with a ZIP behind it', join(png(), zip()), 415, 'has extra data hidden after its picture.'],
  [
    'a PNG that a ZIP directory wraps',
    join(
      PNG_SIGNATURE,
      pngChunk('IHDR', PNG_HEADER),
      pngChunk('IDAT', 'x'),
      pngChunk('tEXt', zip(16)),
      pngChunk('IEND'),
    ),
    415,
    'also holds an archive.',
  ],

  ['a JPEG without its end', jpeg().slice(0, -2), 422, damaged('JPEG')],
  ['a JPEG that stops in its header', jpeg().slice(0, 12), 422, damaged('JPEG')],
  ['a JPEG without a picture', join(image.start, image.app, image.end), 422, damaged('JPEG')],
  ['a JPEG without a frame', join(image.start, image.app, image.scan, image.end), 422, damaged('JPEG')],
  ['HTML behind the first bytes of a JPEG', join([0xff, 0xd8, 0xff], HTML), 422, damaged('JPEG')],
  ['a JPEG with HTML behind it', join(jpeg(), HTML), 415, 'has extra data hidden after its picture.'],
  ['a JPEG with a ZIP behind it', join(jpeg(), zip()), 415, 'has extra data hidden after its picture.'],
  ['a JPEG with a ZIP far behind it', join(jpeg(), new Uint8Array(50), zip()), 415, 'also holds an archive.'],

  ['a PDF behind white space', join('\n', pdf()), 415, noType],
  ['a PDF behind HTML', join(HTML, pdf()), 415, noType],
  ['a PDF behind a ZIP', join(zip(), pdf()), 415, noType],
  ['a PDF with HTML behind it', pdf(undefined, HTML), 422, pdfEnd],
  ['a PDF with a ZIP behind it', join(pdf(), zip()), 422, pdfEnd],
  ['a PDF that was cut off', pdf().slice(0, -20), 422, pdfEnd],
  ['a PDF without a startxref', '%PDF-1.7\n1 0 obj\nendobj\n%%EOF\n', 422, pdfEnd],
  ['a PDF of its first line', '%PDF-1.7\n', 422, pdfEnd],
  [
    'HTML in the first line of a PDF',
    pdf(`%${HTML}\n`),
    415,
    'is a web page that only looks like a PDF file.',
  ],
  [
    'a PDF that a ZIP directory wraps',
    // A ZIP hidden behind a valid PDF head, which continues in the archive's comment.
    pdf(new TextDecoder().decode(zip(pdf('').length - '%PDF-1.7\n'.length))),
    415,
    'also holds an archive.',
  ],
  [
    'a PDF with JavaScript',
    pdf('1 0 obj\n<< /S /JavaScript /JS (app.alert(1)) >>\nendobj\n'),
    422,
    'contains a program (JavaScript).',
  ],
  [
    'a PDF with JavaScript spelled differently',
    pdf('<< /S /J#61vaScr#69pt /JS (x) >>\n'),
    422,
    'contains a program (JavaScript).',
  ],
  ['a PDF that launches', pdf('<< /S /Launch /F (cmd.exe) >>\n'), 422, 'starts other programs.'],
  [
    'a PDF with a file in it',
    pdf('<< /Type /EmbeddedFile /Length 0 >>\n'),
    422,
    'has another file inside it.',
  ],
];

describe('disguised claim files', () => {
  test('names a disguised file in its refusal and stores nothing @api-28', async () => {
    const { customer, claim } = await claimed();
    for (const [what, bytes, status, reason] of hostile) {
      const answer = await upload(customer, claim.id, [{ name: 'proof.png', bytes, type: 'image/png' }]);
      expect(answer, what).toMatchObject({
        status,
        message: expect.stringContaining(`“proof.png” ${reason}`),
      });
      expect(answer.issues, what).toHaveLength(1);
    }
    expect(await stored(claim.id)).toEqual([]);
    expect(await objects(claim.id)).toEqual([]);
    expect(await eventKinds(claim.id)).toEqual(['submitted']);
  });

  let open: Awaited<ReturnType<typeof claimed>>;
  beforeAll(async () => {
    open = await claimed();
  });

  test.each<[string, Uint8Array<ArrayBuffer>]>([
    ['a JPEG with a second picture behind it, as phones make them', join(jpeg(), jpeg('depth map'))],
    [
      'a JPEG with several scans and tables between them',
      join(image.start, image.frame, image.scan, image.app, image.scan, image.end),
    ],
    ['a JPEG with fill bytes', join(image.start, [0xff], image.frame, image.scan, image.end)],
    ['a PDF with trailing white space', pdf(undefined, ' \r\n\0\n')],
    ['a PDF with an incremental update', join(pdf(), '2 0 obj\nendobj\nstartxref\r\n120\r\n%%EOF')],
  ])('accepts %s as a claim document', async (_, bytes) => {
    const { customer, claim } = open;
    expect((await upload(customer, claim.id, [{ name: 'proof', bytes }])).status).toBe(201);
  });

  test('rejects good files along with bad ones and names every bad one', async () => {
    const { customer, claim } = await claimed();
    const answer = await upload(customer, claim.id, [
      { name: 'good.png', bytes: png() },
      { name: 'page.png', bytes: HTML },
      { name: 'cut.pdf', bytes: pdf().slice(0, -20) },
    ]);
    expect(answer).toMatchObject({
      status: 415,
      issues: [
        { path: 'files.1', message: expect.stringContaining('page.png') },
        { path: 'files.2', message: expect.stringContaining('cut.pdf') },
      ],
    });
    expect(await stored(claim.id)).toEqual([]);
    expect(await objects(claim.id)).toEqual([]);
  });

  test('answers 413 for a file above ten megabytes in a form of any size @api-28', async () => {
    const { customer, claim } = await claimed();
    const large = new Uint8Array(MAX_DOCUMENT_BYTES + 1);
    large.set(png());
    expect(await upload(customer, claim.id, [{ name: 'large.png', bytes: large }])).toMatchObject({
      status: 413,
      message: '“large.png” is larger than 10.0 MB.',
    });
    const larger = new Uint8Array(MAX_DOCUMENT_BYTES + 100_000);
    expect(await upload(customer, claim.id, [{ name: 'larger.png', bytes: larger }])).toMatchObject({
      status: 413,
      message: expect.stringContaining('too large'),
    });
    const whole = join(
      PNG_SIGNATURE,
      pngChunk('IHDR', PNG_HEADER),
      pngChunk('IDAT', new Uint8Array(MAX_DOCUMENT_BYTES - 57)),
      pngChunk('IEND'),
    );
    expect(whole).toHaveLength(MAX_DOCUMENT_BYTES);
    expect((await upload(customer, claim.id, [{ name: 'whole.png', bytes: whole }])).status).toBe(201);
  });
});
