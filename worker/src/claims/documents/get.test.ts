/** Documents as they are named and downloaded. */
import { describe, expect, test } from 'vitest';
import { claimed, png, upload } from '../../../test/claims.ts';
import { type Answered, stored } from '../../../test/documents.ts';
import { ORIGIN, workerWith } from '../../../test/harness.ts';

describe('names of claim documents', () => {
  const LONG = 'å'.repeat(200);
  test.each<[string, string]>([
    ['../../etc/passwd', 'passwd'],
    ['C:\\Users\\ada\\roof.png', 'roof.png'],
    ['roof\u0000\n\r\t.png', 'roof.png'],
    ['roof\u202Egnp.exe', 'roofgnp.exe'],
    ['\u2066roof\u2069\u200B.png', 'roof.png'],
    ['.htaccess', 'htaccess'],
    ['   ', 'document.png'],
    ['..', 'document.png'],
    ['/', 'document.png'],
    [`${LONG}.png`, `${'å'.repeat(116)}.png`],
    [`${'🏠'.repeat(100)}.png`, `${'🏠'.repeat(58)}.png`],
    ['Dach "Süd"; x=1.png', 'Dach "Süd"; x=1.png'],
    ['屋根の写真.png', '屋根の写真.png'],
  ])('stores the file name %j as %j', async (given, kept) => {
    const { fileName } = await import('#worker/platform/files/inspect.ts');
    expect(fileName(given, 'image/png')).toBe(kept);
    expect(kept.length).toBeLessThanOrEqual(120);
  });
});

describe('document download', () => {
  const get = async (token: string, claimId: number, id: string) =>
    workerWith({})(
      new Request(`${ORIGIN}/api/claims/${claimId}/documents/${id}`, {
        headers: { authorization: `Bearer ${token}` },
      }),
    );

  test('serves the exact file as an attachment that no browser runs, with its hash as ETag @api-29', async () => {
    const { customer, claim } = await claimed();
    const bytes = png('download');
    const { data } = await upload<Answered>(customer, claim.id, [{ name: 'Dach Süd; 屋根.html', bytes }]);
    const [document] = data.added;
    const response = await get(customer.token, claim.id, document?.id ?? '');
    expect(response.status).toBe(200);
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(bytes);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/png',
      'content-length': String(bytes.length),
      'content-disposition':
        'attachment; filename="Dach Su_d; __.html.png"; filename*=UTF-8\'\'Dach%20S%C3%BCd%3B%20%E5%B1%8B%E6%A0%B9.html.png',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
      etag: `"${document?.sha256}"`,
    });
  });

  test("answers 404 for another wallet's document, also under an own claim, and for a missing one @api-29", async () => {
    const { customer, claim } = await claimed();
    const { data } = await upload<Answered>(customer, claim.id, [{ name: 'a.png', bytes: png() }]);
    const id = data.added[0]?.id ?? '';
    const other = await claimed();
    expect((await get(other.customer.token, claim.id, id)).status).toBe(404);
    expect((await get(other.customer.token, other.claim.id, id)).status).toBe(404);
    expect((await get(customer.token, claim.id, 'doc_none')).status).toBe(404);
    expect((await get(other.customer.token, claim.id, '..%2F..')).status).toBe(404);
    expect((await get('', claim.id, id)).status).toBe(401);
    expect((await upload(other.customer, claim.id, [{ name: 'a.png', bytes: png() }])).status).toBe(404);
    expect(await stored(claim.id)).toHaveLength(1);
  });
});
