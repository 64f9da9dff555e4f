import { env } from 'cloudflare:workers';
import jsQR from 'jsqr';
import { decodePDFRawStream, PDFArray, PDFDocument, PDFName, PDFRawStream } from 'pdf-lib';
import { extractText, getDocumentProxy } from 'unpdf';
import { describe, expect, it } from 'vitest';
import { PRODUCT_KEYS } from '#domain/products/index.ts';
import { canonicalJson } from '#domain/quote/details-hash.ts';
import { detailsProof, isCommitted } from '#domain/registry/details-proof.ts';
import { MARGIN } from '#worker/platform/pdf/flow.ts';
import { assetFonts } from '#worker/platform/pdf/fonts/source.ts';
import { PAGE } from '#worker/platform/pdf/paper.ts';
import type { CertificateData } from './data.ts';
import { renderCertificate } from './render.ts';
import { sample } from './sample.fixture.ts';

const fonts = assetFonts(env.ASSETS);
const render = (data: CertificateData) => renderCertificate(data, fonts);

/** The text of all pages in reading order. Whitespace is removed, because narrow columns add some. */
async function textOf(pdf: Uint8Array): Promise<string> {
  const { text } = await extractText(pdf.slice(), { mergePages: true });
  return bare(text);
}
const bare = (text: string) => text.normalize('NFC').replace(/\s+/gu, '');

interface Item {
  text: string;
  left: number;
  right: number;
  bottom: number;
  page: number;
}

async function itemsOf(pdf: Uint8Array): Promise<Item[]> {
  const document = await getDocumentProxy(pdf.slice());
  const items: Item[] = [];
  for (let page = 1; page <= document.numPages; page++) {
    const { items: found } = await (await document.getPage(page)).getTextContent();
    for (const item of found) {
      if (!('str' in item) || !item.str.trim()) continue;
      const [left = 0, bottom = 0] = item.transform.slice(4);
      items.push({ text: item.str, left, right: left + item.width, bottom, page });
    }
  }
  return items;
}

/** The drawing operators of each page. */
async function contentsOf(pdf: Uint8Array): Promise<string[]> {
  const document = await PDFDocument.load(pdf);
  return document.getPages().map(({ node }) => {
    const stream = node.Contents();
    if (!(stream instanceof PDFRawStream)) throw new Error('A page without one content stream');
    return new TextDecoder('latin1').decode(decodePDFRawStream(stream).decode());
  });
}

/** Paints the page's filled rectangles on white, as a camera would see them. */
function paintQr(content: string): { pixels: Uint8ClampedArray; side: number } {
  const areas = [...content.matchAll(/^([\d.]+) ([\d.]+) ([\d.]+) ([\d.]+) re$/gm)].map((match) =>
    match.slice(1).map(Number),
  );
  const left = Math.min(...areas.map(([x = 0]) => x)) - 12;
  const top = Math.min(...areas.map(([, y = 0]) => y)) - 12;
  const scale = 4;
  const side = 122 * scale;
  const pixels = new Uint8ClampedArray(side * side * 4).fill(255);
  for (const [x = 0, y = 0, width = 0, height = 0] of areas) {
    for (let row = Math.round((y - top) * scale); row < Math.round((y - top + height) * scale); row++) {
      for (
        let column = Math.round((x - left) * scale);
        column < Math.round((x - left + width) * scale);
        column++
      ) {
        pixels.fill(0, (row * side + column) * 4, (row * side + column) * 4 + 3);
      }
    }
  }
  return { pixels, side };
}

describe('renderCertificate', () => {
  it('prints every fact of a home policy on the certificate @confirmation-10', async () => {
    const data = sample('home');
    const text = await textOf(await render(data));
    const { policy } = data;
    const facts = [
      ...['Certificate of insurance', 'Home Insurance', 'POL-007', 'HI-7', 'Ada Lovelace', 'Active'],
      'This deployment is not run by a licensed insurer.',
      ...[policy.wallet_address, policy.tx_hash, policy.quote_id, policy.details_hash],
      ...[policy.contract ?? '', data.verify_url, 'Ganache Local, chain 1337', '1,204'],
      ...['$500,000', '$2,500', '$1,200', '0.6000 ETH', '1 ETH = 2,000 US dollars'],
      ...[
        'November 21, 2026, 10:05 UTC',
        'November 21, 2027, 24:00 UTC',
        'Issued November 21, 2026, 10:06 UTC',
      ],
      ...['Single Family', '1998', '12 Quay Street, Bristol'],
      ...['home-2', ...data.wording.covered, ...data.wording.notCovered, ...data.wording.limits],
      ...[...data.wording.claimNeeds, ...data.wording.cancellation, 'Page 1 of 3', 'Page 3 of 3'],
    ];
    for (const fact of facts) expect(text).toContain(bare(fact));
  });

  it.each(
    PRODUCT_KEYS,
  )('says on a %s certificate how to claim, whom to reach and that one may withdraw', async (product) => {
    const text = await textOf(await render(sample(product)));
    for (const fact of [
      'Claim https://mooring.example/submit-claim with the wallet named here, until a year after the end of cover',
      'Reach us https://mooring.example/support, or without your wallet https://mooring.example/contact',
      'Withdraw https://mooring.example/withdraw within 14 days of buying, also without your wallet',
    ])
      expect(text).toContain(bare(fact));
  });

  it.each(
    PRODUCT_KEYS,
  )('has one spelling of canceled on a %s certificate, besides the status', async (product) => {
    const text = await textOf(await render(sample(product, {}, { status: 'cancelled' })));
    expect(text.match(/cancell(ed|ing)/gi)).toEqual(['Cancelled']);
    expect(text).toContain(bare('the policy cannot be canceled'));
  });

  it.each([
    ['car', ['Volvo', 'V60', '2021', '42,000', 'Ada Lovelace', 'CI-7']],
    ['travel', ['Bristol', 'Porto', 'São Tomé', 'AB1234567', 'United Kingdom', 'Ada Lovelace', 'TI-7']],
  ] as const)('prints the facts of a %s policy on the certificate', async (product, facts) => {
    const trip = product === 'travel' ? { departure: 'Porto', destination: 'São Tomé' } : {};
    const text = await textOf(await render(sample(product, trip)));
    for (const fact of facts) expect(text).toContain(bare(fact));
  });

  it.each(PRODUCT_KEYS)('fits a usual %s policy on two pages and the page to keep', async (product) => {
    expect((await getDocumentProxy(await render(sample(product)))).numPages).toBe(3);
  });

  it.each(
    PRODUCT_KEYS,
  )('prints each field of a %s policy with its salt on a page of its own, marked “Keep this page”', async (product) => {
    const data = sample(product);
    const items = await itemsOf(await render(data));
    const on = (page: number) =>
      bare(
        items
          .filter((item) => item.page === page)
          .map(({ text }) => text)
          .join(''),
      );
    expect(on(3)).toContain(bare('Keep this page'));
    expect(on(1) + on(2)).not.toContain(bare('Keep this page'));
    expect(data.proof.fields.length).toBeGreaterThan(10);
    for (const { name, value, salt } of data.proof.fields) {
      expect(on(3)).toContain(bare(name + canonicalJson(value)));
      expect(on(3)).toContain(salt);
      expect(on(1) + on(2)).not.toContain(salt);
    }
    for (const { holder, amount, valid_until } of [data.proof.terms]) {
      for (const fact of [holder, amount, valid_until]) expect(on(3)).toContain(fact);
    }
  });

  it.each(
    PRODUCT_KEYS,
  )('leaves phone number and email address out of the front of a %s policy', async (product) => {
    const items = await itemsOf(await render(sample(product)));
    const front = bare(
      items
        .filter(({ page }) => page < 3)
        .map(({ text }) => text)
        .join(''),
    );
    expect(front).toContain('AdaLovelace');
    expect(front).not.toContain(bare('+44 20 7946 0018'));
    expect(front).not.toContain('ada@example.com');
    expect(front).not.toMatch(/Phone|Email/);
  });

  it('names a Substrate chain by its genesis and describes expired cover in the past tense', async () => {
    const genesis = `0x${'ab'.repeat(32)}`;
    const text = await textOf(await render(sample('home', {}, { chain_id: genesis, status: 'cancelled' })));
    expect(text).toContain(`Genesis${genesis}`);
    expect(text).toContain('Mooringinsuredthepolicyholder');
  });

  it('says what a chain without a contract shows and what it does not enforce', async () => {
    const genesis = `0x${'ab'.repeat(32)}`;
    const account = 'HNZata7iMYWmk5RvZRTiAsSDhV8366zq2YGb3tLH5Upf74F';
    const data = sample('home', {}, { chain_id: genesis, contract: account, enforced_by: 'records' });
    const pdf = await render(data);
    const text = await textOf(pdf);
    expect(text).toContain(`Paidto${account}`);
    expect(text).toContain(bare('where anyone can verify it in its block'));
    expect(text).toContain(bare('part of the registry id that the payment names'));
    expect(text).toContain(
      bare(
        'It does not enforce the cover, the limits on payouts, their waiting time or the consent to a cancellation',
      ),
    );
    expect(text).not.toContain(bare('public registry'));
    expect((await getDocumentProxy(pdf)).numPages).toBe(3);
    expect(await textOf(await render(sample('home')))).not.toContain(bare('It does not enforce'));
  });

  it('says on the certificate what is not known yet', async () => {
    const data = sample(
      'home',
      {},
      { status: 'pending', cover_from: null, contract: null, payment_block: null },
    );
    const text = await textOf(await render(data));
    expect(text).toContain('PendingReview');
    expect(text).toContain('Whenthepaymentisconfirmed');
    expect(text).toContain('BlockAwaitingconfirmation');
  });

  it('draws a QR code that leads to the verify page', async () => {
    const data = sample('home');
    const [first = ''] = await contentsOf(await render(data));
    const { pixels, side } = paintQr(first);
    expect(jsQR(pixels, side, side)?.data).toBe(data.verify_url);
  });

  it('sets title, author, language and date of the certificate', async () => {
    const pdf = await PDFDocument.load(await render(sample('home')), { updateMetadata: false });
    expect(pdf.getTitle()).toBe('Certificate of insurance POL-007');
    expect(pdf.getAuthor()).toBe('Mooring');
    expect(pdf.getCreationDate()?.toISOString()).toBe('2026-11-21T10:06:00.000Z');
    expect(pdf.getModificationDate()?.toISOString()).toBe('2026-11-21T10:06:00.000Z');
    expect(String(pdf.catalog.lookup(PDFName.of('Lang')))).toBe('(en)');
  });

  it('links the certificate to the verify page', async () => {
    const data = sample('home');
    const page = await (await getDocumentProxy(await render(data))).getPage(1);
    const urls = (await page.getAnnotations()).map(({ url }) => url);
    expect(urls.length).toBeGreaterThan(1);
    expect(new Set(urls)).toEqual(new Set([data.verify_url]));
  });

  it('attaches the proof of the details to the certificate', async () => {
    const data = sample('home', { property_owner_name: 'José 山田' });
    const attachments = await (await getDocumentProxy(await render(data))).getAttachments();
    const file = attachments?.['mooring-POL-007-details.json']?.content as Uint8Array;
    const content = JSON.parse(new TextDecoder().decode(file));
    expect(content).toMatchObject({ details_hash: data.policy.details_hash, wording: data.wording });
    const proof = detailsProof.parse(content);
    expect(proof).toEqual(data.proof);
    for (const field of proof.fields) expect(isCommitted(proof, field), field.name).toBe(true);
  });

  it('renders the same bytes for the same data and different bytes for different data', async () => {
    const details = { property_owner_name: 'محمد 山田 Żółć' };
    const [first, second] = [await render(sample('home', details)), await render(sample('home', details))];
    expect(first).toEqual(second);
    expect(await render(sample('home'))).not.toEqual(first);
  });
});

describe('certificate text in any script', () => {
  it.each([
    ['Latin with diacritics', 'Żółć Đặng Ünal Þórdís Çağlar'],
    ['Greek', 'Αθηνά Παπαδοπούλου'],
    ['Cyrillic', 'Ольга Ґудзь Његош'],
    ['Arabic', 'محمد بن عبد الله'],
    ['Persian with a joiner', 'علیرضا پورچوبدار'],
    ['Hebrew', 'דוד בן גוריון'],
    ['Thai', 'สมชาย น้ำใจงาม'],
    ['Chinese', '王小明 歐陽菲菲'],
    ['Japanese', '山田 太郎 ヤマダタロウ'],
    ['Korean', '김민준 뷁'],
    ['Devanagari', 'हिन्दी'],
    ['Arabic letters that share a shape', 'نبيل تبنت ثبيت'],
    ['Thai letters with and without a vowel', 'กำ กา น้ำ นาน'],
    ['Devanagari letters that share a part', 'क्कि क्गि टिकट'],
  ])('prints %s and extracts it again', async (_script, name) => {
    const text = await textOf(await render(sample('home', { property_owner_name: name })));
    expect(text).not.toContain('\ufffd');
    // Readers may return right-to-left words in another order, but each word must be unchanged.
    for (const word of name.split(' ')) expect(text).toContain(bare(word));
  });

  it('sets right-to-left words from the right and keeps numbers and Latin words in their own direction', async () => {
    const items = await itemsOf(await render(sample('home', { house_address: 'שדרות Main 25 (קומה)' })));
    const left = (word: string) =>
      items.find(({ text, page }) => page === 1 && text.includes(word))?.left ?? Number.NaN;
    expect(left('קומה')).toBeLessThan(left('Main'));
    expect(left('Main')).toBeLessThan(left('שדרות'));
    expect(items.some(({ text }) => text.includes('Main 25'))).toBe(true);
  });

  it.each([
    ['emoji', 'Ada 👩‍👩‍👧‍👦🏴‍☠️ Lovelace'],
    ['unpaired surrogates', 'Ada \ud83d Lovelace \udc00'],
    ['control characters', 'Ada \u0000\u0007\u001b Lovelace'],
    ['a heap of combining marks', `Ada Z${'\u0334\u0489\u035b'.repeat(40)} Lovelace`],
    ['letters that no font here has', 'Ada 𐎀𐎁 Lovelace'],
    ['private use and noncharacters', 'Ada \ue000\uffff\u{10ffff} Lovelace'],
  ])('shows a replacement character for %s', async (_what, name) => {
    const text = await textOf(await render(sample('home', { property_owner_name: name })));
    expect(text).toMatch(/NameAda.*\ufffd/u);
    expect(text).toContain('Lovelace');
  });

  it('does not let invisible marks reverse the text', async () => {
    const text = await textOf(
      await render(sample('home', { property_owner_name: 'Ada \u202eecalevoL\u202c\u200b' })),
    );
    expect(text).toContain('NameAdaecalevoLWallet');
  });

  it('fetches no font that the text does not need', async () => {
    const asked: string[] = [];
    await renderCertificate(sample('home'), (path) => {
      asked.push(path);
      return fonts(path);
    });
    expect(asked.sort()).toEqual([
      '/fonts/index.json',
      '/fonts/noto-sans-latin-400-normal.woff',
      '/fonts/noto-sans-latin-600-normal.woff',
    ]);
  });

  it('names the font file that cannot be read', async () => {
    await expect(
      renderCertificate(sample('home'), assetFonts({ fetch: async () => new Response('', { status: 404 }) })),
    ).rejects.toThrow('/fonts/index.json');
  });
});

describe('certificate text of any length', () => {
  const HOSTILE = [
    ['HTML', '<script>alert(1)</script><img src=x onerror=alert(1)>'],
    ['a formula', '=HYPERLINK("http://x","y")+@SUM(1)'],
    ['PDF syntax', ') Tj ET Q >> endobj (\\) <</JS (app.alert(1))>>'],
    ['200 letters without a space', 'W'.repeat(200)],
    ['200 letters of Arabic', 'محمد عبدالله '.repeat(16)],
    ['10 000 characters', 'Long word after long word '.repeat(385)],
    ['10 000 characters without a space', 'x'.repeat(10_000)],
    ['nothing', ''],
  ] as const;

  it.each(HOSTILE)('keeps %s on the page and loses nothing', async (_what, value) => {
    const changes = { property_owner_name: value, house_address: value };
    const pdf = await render(sample('home', changes));
    const items = await itemsOf(pdf);
    for (const { left, right, bottom } of items) {
      expect(left).toBeGreaterThanOrEqual(MARGIN - 1.5);
      // This PDF reader counts Arabic dots twice; `wrap.test.ts` checks the exact widths.
      expect(right).toBeLessThanOrEqual(PAGE.width - MARGIN + 5);
      expect(bottom).toBeGreaterThan(30);
    }
    const words = value.split(' ').filter(Boolean);
    const text = items.map((item) => bare(item.text)).join('');
    const count = (word: string) => text.split(bare(word)).length - 1;
    const [word = ''] = words;
    const times = words.filter((each) => each === word).length;
    // Printed twice, as name and as address, besides the proof's JSON.
    if (words.length > 0 && word.length < 40) expect(count(word)).toBeGreaterThanOrEqual(times * 2);
    else
      expect([...text].filter((letter) => letter === word[0]).length).toBeGreaterThanOrEqual(word.length * 2);
  });

  it('draws no line twice, also across pages', async () => {
    const items = await itemsOf(
      await render(sample('home', { house_address: 'Long word after long word '.repeat(385) })),
    );
    const places = items.map(({ page, left, bottom }) => `${page} ${left.toFixed(0)} ${bottom.toFixed(0)}`);
    expect(new Set(places).size).toBe(places.length);
    expect(Math.max(...items.map(({ page }) => page))).toBeGreaterThan(3);
  });

  it('puts no script and no form into the PDF', async () => {
    const pdf = await PDFDocument.load(await render(sample('home', { house_address: '(app.alert(1))' })));
    const names = await pdf.catalog.lookup(PDFName.of('Names'));
    expect(String(names)).not.toContain('JavaScript');
    expect(pdf.catalog.has(PDFName.of('OpenAction'))).toBe(false);
    expect(pdf.catalog.lookupMaybe(PDFName.of('AF'), PDFArray)?.size() ?? 0).toBeLessThan(2);
  });
});

it('each of several travelers has a page of their own, without the passports of the others', async () => {
  const others = {
    traveler_2_name: 'Byron King',
    traveler_2_birth_date: '2015-05-12',
    traveler_2_passport_number: 'CD7654321',
    traveler_2_passport_country: 'france',
  };
  const dates = { cover_start_date: '2026-11-21', policy_start_date: '2027-06-03' };
  const items = await itemsOf(await render(sample('travel', others, { ...dates, amount: 200_000 })));
  const pageOf = (text: string) => items.find((item) => item.text === text)?.page ?? 0;
  const [first, second] = [pageOf('Traveler 1 of 2'), pageOf('Traveler 2 of 2')];
  expect([first, second]).toEqual([2, 3]);
  const textsOn = (page: number) => items.filter((item) => item.page === page).map(({ text }) => text);
  const [front, ada, byron] = [1, first, second].map((page) => bare(textsOn(page).join(' ')));
  expect(ada).toContain('AB1234567');
  expect(ada).not.toContain('CD7654321');
  expect(byron).toContain('CD7654321');
  expect(byron).toContain(bare('May 12, 2015'));
  expect(byron).not.toContain('AB1234567');
  expect(front).not.toMatch(/AB1234567|CD7654321|May\s*12/);
  for (const page of [ada, byron]) {
    expect(page).toContain(bare('$100,000, for this traveler alone'));
    expect(page).toContain(bare('Cancellation from November 21, 2026, medical from June 3, 2027'));
  }
  expect(await textOf(await render(sample('travel')))).not.toContain('Traveler1of');
});
