/** Which files a claim takes, and that one that poses as another runs nowhere. */
import PDFDocument from 'pdfkit';
import { describe, expect, test } from 'vitest';
import { MAX_DOCUMENT_BYTES } from '#domain/files.ts';
import { claimed, eventKinds, join, jpeg, pdf, png, upload, zip } from '../../../test/claims.ts';
import { type Answered, objects, stored } from '../../../test/documents.ts';
import { workerWith } from '../../../test/harness.ts';
import { request } from '../../../test/profile.ts';

const HTML = '<!DOCTYPE html><html><script>alert(document.domain)</script></html>';
const SVG = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>';

/** A page as a program writes it, with what `options` and `fill` add. */
function written(
  options: PDFKit.PDFDocumentOptions,
  fill: (document: PDFKit.PDFDocument) => void = () => undefined,
): Promise<Uint8Array<ArrayBuffer>> {
  return new Promise((resolve) => {
    // Without this it loads Helvetica from a disk.
    const document = new PDFDocument({ ...options, font: null as never });
    const parts: Uint8Array[] = [];
    document.on('data', (part: Uint8Array) => parts.push(part));
    document.on('end', () => resolve(join(...parts)));
    fill(document);
    document.end();
  });
}

describe('a claim document', () => {
  test('is taken as it comes from scanners, shops, banks and phones', async () => {
    const { customer, claim } = await claimed();
    const files: [string, Uint8Array<ArrayBuffer>, string][] = [
      ['scan.pdf', join('\uFEFF\r\n@PJL ENTER LANGUAGE=PDF\r\n', pdf()), 'application/pdf'],
      ['late.pdf', join(new Uint8Array(1019), pdf()), 'application/pdf'],
      ['fax.pdf', join(pdf(), new Uint8Array(2000)), 'application/pdf'],
      [
        'e-invoice.pdf',
        await written({ pdfVersion: '1.7' }, (document) =>
          document.file(join('<?xml version="1.0"?><rsm:CrossIndustryInvoice/>') as never, {
            name: 'factur-x.xml',
            type: 'text/xml',
          }),
        ),
        'application/pdf',
      ],
      [
        'statement.pdf',
        await written({ ownerPassword: 'only the bank knows', permissions: { copying: true } }),
        'application/pdf',
      ],
      ['form.pdf', pdf('1 0 obj\n<< /S /JavaScript /JS (app.alert(1)) >>\nendobj\n'), 'application/pdf'],
      ['motion.jpg', join(jpeg(), jpeg('depth map'), '\0\0\0\x18ftypmp42'), 'image/jpeg'],
      ['edited.png', join(png(), 'an editor’s own notes'), 'image/png'],
    ];
    for (const [name, bytes, type] of files) {
      const answer = await upload<Answered>(customer, claim.id, [{ name, bytes }]);
      expect([answer.status, answer.data?.added[0]?.type], name).toEqual([201, type]);
    }
  });

  test('is refused with a sentence if its first bytes are of no type that we take @api-28', async () => {
    const { customer, claim } = await claimed();
    const files: [string, Uint8Array<ArrayBuffer> | string, number, string][] = [
      ['empty.png', '', 422, 'is empty.'],
      ['page.pdf', HTML, 415, 'is not a JPEG, PNG or PDF file.'],
      ['drawing.pdf', SVG, 415, 'is not a JPEG, PNG or PDF file.'],
      ['archive.png', zip(), 415, 'is not a JPEG, PNG or PDF file.'],
      ['moving.png', 'GIF89a\x01\0\x01\0\0\0\0;', 415, 'is not a JPEG, PNG or PDF file.'],
      ['short.jpg', join([0xff, 0xd8]), 415, 'is not a JPEG, PNG or PDF file.'],
      ['later.pdf', join(new Uint8Array(1020), pdf()), 415, 'is not a JPEG, PNG or PDF file.'],
    ];
    for (const [name, bytes, status, reason] of files) {
      const answer = await upload(customer, claim.id, [{ name, bytes, type: 'application/pdf' }]);
      expect(answer, name).toMatchObject({ status, message: `“${name}” ${reason}` });
      expect(answer.issues, name).toHaveLength(1);
    }
    expect(await stored(claim.id)).toEqual([]);
    expect(await objects(claim.id)).toEqual([]);
    expect(await eventKinds(claim.id)).toEqual(['submitted']);
  });

  test('is served as a file of its own type that no browser runs, whatever else it can be read as', async () => {
    const { customer, claim } = await claimed();
    const files: [string, Uint8Array<ArrayBuffer>, string][] = [
      ['page.html', join(HTML, pdf()), 'application/pdf'],
      ['drawing.svg', join(SVG, pdf()), 'application/pdf'],
      ['page.htm', join(jpeg(), HTML), 'image/jpeg'],
      ['drawing.png', join(png(), SVG), 'image/png'],
      ['tool.jar', join(png(), zip()), 'image/png'],
      ['run.pdf', pdf('<< /S /Launch /F (cmd.exe) >>\n'), 'application/pdf'],
    ];
    for (const [name, bytes, type] of files) {
      const { data } = await upload<Answered>(customer, claim.id, [{ name, bytes, type: 'text/html' }]);
      const path = `/claims/${claim.id}/documents/${data.added[0]?.id}`;
      const response = await workerWith({})(request(customer, path));
      expect(Object.fromEntries(response.headers), name).toMatchObject({
        'content-type': type,
        'content-disposition': expect.stringMatching(/^attachment; filename=".+\.(pdf|jpg|png)"/),
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
        'x-content-type-options': 'nosniff',
      });
      expect(new Uint8Array(await response.arrayBuffer()), name).toEqual(bytes);
    }
  });

  test('is refused with every bad one beside it, and each of those is named', async () => {
    const { customer, claim } = await claimed();
    const answer = await upload(customer, claim.id, [
      { name: 'good.png', bytes: png() },
      { name: 'page.png', bytes: HTML },
      { name: 'empty.pdf', bytes: '' },
    ]);
    expect(answer).toMatchObject({
      status: 415,
      issues: [
        { path: 'files.1', message: expect.stringContaining('page.png') },
        { path: 'files.2', message: expect.stringContaining('empty.pdf') },
      ],
    });
    expect(await stored(claim.id)).toEqual([]);
    expect(await objects(claim.id)).toEqual([]);
  });

  test('may have ten megabytes, and one byte more is 413 in a form of any size @api-28', async () => {
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
    const whole = large.slice(0, -1);
    expect((await upload(customer, claim.id, [{ name: 'whole.png', bytes: whole }])).status).toBe(201);
  });
});
