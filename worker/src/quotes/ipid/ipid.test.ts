/** The insurance product information documents, as anyone downloads them. */
import { extractText, getDocumentProxy } from 'unpdf';
import { describe, expect, test } from 'vitest';
import { ORIGIN, workerWith } from '../../../test/harness.ts';

const OPERATOR = JSON.stringify({
  name: 'Harbor Mutual Limited',
  address: '1 Quay Street, Dublin',
  authorization: 'Authorized by the Central Bank of Ireland (C12345)',
  ombudsman: { name: 'the Financial Services Ombudsman', url: 'https://ombudsman.example' },
});
const HEADINGS = [
  'What is this type of insurance?',
  'What is insured?',
  'What is not insured?',
  'Are there any restrictions on cover?',
  'Where am I covered?',
  'What are my obligations?',
  'When and how do I pay?',
  'When does the cover start and end?',
  'How do I cancel the contract?',
];

async function download(version: string, variables: Partial<Env> = {}) {
  const answer = await workerWith({}, variables)(new Request(`${ORIGIN}/api/insurance/ipid/${version}`));
  return {
    status: answer.status,
    headers: answer.headers,
    bytes: new Uint8Array(await answer.arrayBuffer()),
  };
}
async function textOf(bytes: Uint8Array): Promise<string> {
  const { text } = await extractText(bytes.slice(), { mergePages: true });
  return text.replace(/\s+/g, ' ');
}

describe('a product information document', () => {
  test.each([
    'home-1',
    'car-1',
    'travel-1',
    'travel-2',
    'home-2',
    'car-2',
    'travel-3',
  ])('%s has the nine headings in order on at most two pages', async (version) => {
    const { status, headers, bytes } = await download(version);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('application/pdf');
    expect(headers.get('content-security-policy')).toBe("frame-ancestors 'none'");
    const text = await textOf(bytes);
    const places = HEADINGS.map((heading) => text.indexOf(heading));
    expect(places.every((place) => place > 0)).toBe(true);
    expect(places).toEqual([...places].sort((one, other) => one - other));
    expect((await getDocumentProxy(bytes.slice())).numPages).toBeLessThanOrEqual(2);
    expect(text).toContain(`wording ${version}`);
    expect(text).toContain('Company: No insurer. This deployment is not run by a licensed insurer.');
  });

  test('names the insurer that runs the deployment', async () => {
    const text = await textOf((await download('home-1', { OPERATOR } as Partial<Env>)).bytes);
    expect(text).toContain(
      'Company: Harbor Mutual Limited. Authorized by the Central Bank of Ireland (C12345).',
    );
    expect(text).not.toContain('No insurer');
  });

  test('is the same file each time, and exists only for published wordings', async () => {
    const [one, two] = [await download('car-1'), await download('car-1')];
    expect(one.bytes).toEqual(two.bytes);
    for (const version of ['car-9', 'home', '..%2Fx']) expect((await download(version)).status).toBe(404);
  });
});
