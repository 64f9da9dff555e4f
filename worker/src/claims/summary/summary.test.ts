import { env } from 'cloudflare:workers';
import { extractText } from 'unpdf';
import { describe, expect, test } from 'vitest';
import { assetFonts } from '#worker/platform/pdf/fonts/source.ts';
import { claimDetail, claimed, pdf, upload } from '../../../test/claims.ts';
import { call, ORIGIN, workerWith } from '../../../test/harness.ts';
import { renderSummary } from './render.ts';
import { data, HASH, SHA, sample } from './sample.fixture.ts';

const fonts = assetFonts(env.ASSETS);
const bare = (text: string) => text.normalize('NFC').replace(/\s+/gu, '');

/** The text of all pages. Whitespace is removed, because narrow columns add some. */
async function textOf(file: Uint8Array): Promise<string> {
  return bare((await extractText(file.slice(), { mergePages: true })).text);
}

describe('claim summary', () => {
  test('prints claim, policy, incident, amounts, timeline, documents with hashes, and the payout @api-30', async () => {
    const text = await textOf(await renderSummary(data, fonts));
    for (const part of [
      ...['Claim Summary', 'CLM-007', 'POL-003', 'Home Insurance', '$6,000.99', '$2,500', '$3,500', 'Paid'],
      ...['November 20, 2026', 'A pipe burst.', 'A burst pipe is covered.', '11/21/2026 10:05'],
      ...['Claim submitted. (by the policyholder)', 'Paid: 1.7500 ETH ($3,500).', HASH.slice(2)],
      ...['1.7500 ETH, at 1 ETH = 2,000 US dollars', 'Local chain', 'PDF, 1.3 MB', SHA, '請求書 (1).pdf'],
      ...['Trubní havárie', 'πλημμύρα', '水管破裂', 'Page 1 of'],
    ]) {
      expect(text, part).toContain(bare(part));
    }
  });

  test('renders the same bytes for the same data and more pages for a long story', async () => {
    const [one, two] = [await renderSummary(data, fonts), await renderSummary(data, fonts)];
    expect(one).toEqual(two);
    const long = { ...sample, description: 'It rained and rained. '.repeat(220) };
    const { totalPages } = await extractText(await renderSummary({ ...data, claim: long }, fonts));
    expect(totalPages).toBeGreaterThan(1);
  });

  test('says in the summary that a claim has no decision and no documents', async () => {
    const open = { ...sample, payout: null, payout_amount: null, decision_reason: null, documents: [] };
    const text = await textOf(await renderSummary({ ...data, claim: open }, fonts));
    expect(text).toContain('DocumentsNone');
    expect(text).not.toContain('Decision');
  });

  test('lets only the claim’s customer download the summary', async () => {
    const { customer, claim } = await claimed({ description: 'Ein Rohrbruch überschwemmte die Küche.' });
    await upload(customer, claim.id, [{ name: 'Rechnung.pdf', bytes: pdf() }]);
    const reach = workerWith({});
    const get = (token: string) =>
      reach(
        new Request(`${ORIGIN}/api/claims/${claim.id}/summary`, {
          headers: { authorization: `Bearer ${token}` },
        }),
      );
    const response = await get(customer.token);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/pdf');
    expect(response.headers.get('content-disposition')).toBe(
      `attachment; filename="Mooring-${claim.claim_number}.pdf"`,
    );
    expect(response.headers.get('cache-control')).toBe('private, no-store');
    const text = await textOf(new Uint8Array(await response.arrayBuffer()));
    const [document] = (await claimDetail(customer, claim.id)).documents;
    expect(text).toContain(bare('Ein Rohrbruch überschwemmte die Küche.'));
    expect(text).toContain(document?.sha256);
    const { customer: eve } = await claimed();
    expect((await get(eve.token)).status).toBe(404);
    expect((await call(`/claims/${claim.id}/summary`)).status).toBe(401);
  });
});
