import type { SchemaObject } from 'openapi3-ts/oas31';
import { describe, expect, it, vi } from 'vitest';
import { DOCUMENT } from '../../../test/sample-openapi.ts';
import { curlOf, exampleOf } from './example.ts';
import { type Endpoint, groupsOf, parseOpenApi, resolve, search } from './openapi.ts';
import { viewOf } from './schema-view.ts';

const groups = groupsOf(DOCUMENT);
const call = (id: string): Endpoint => {
  const found = groups.flatMap(({ endpoints }) => endpoints).find((endpoint) => endpoint.id === id);
  if (!found) throw new Error(`${id} is not in the document`);
  return found;
};
const ids = (found: ReturnType<typeof search>) =>
  found.flatMap(({ endpoints }) => endpoints.map(({ id }) => id));
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

describe('documents', () => {
  it('operations are grouped by tag and say who may call them', () => {
    expect(groups.map(({ tag }) => tag)).toEqual(['health', 'quote', 'policy', 'claims', 'admin']);
    expect(call('GET /api/health').access).toBe('public');
    expect(call('POST /api/insurance/quotes').access).toBe('wallet');
    expect(call('GET /api/admin/users').access).toBe('admin');
  });

  it('responses are shown without their envelope, and errors with their codes', () => {
    const { answers, refusals } = call('POST /api/insurance/quotes');
    const [answer] = answers;
    expect(answer).toMatchObject({ status: '200', description: 'The quote' });
    expect(Object.keys((answer?.body?.schema as SchemaObject | undefined)?.properties ?? {})).toEqual([
      'holder',
      'rate',
      'part',
    ]);
    expect(refusals).toEqual([
      { status: '401', codes: 'unauthorized' },
      { status: '422', codes: 'invalid, no_capacity' },
    ]);
    expect(call('GET /api/insurance/policy/{id}').answers[0]?.body).toBeNull();
  });

  it('anything but an OpenAPI document is rejected', () => {
    for (const value of [null, 'text', [], {}, { paths: {} }, { info: {}, paths: [] }]) {
      expect(() => parseOpenApi(value)).toThrow(TypeError);
    }
    expect(parseOpenApi(DOCUMENT)).toBe(DOCUMENT);
  });
});

describe('search', () => {
  it('search matches the path, method, tag and summary, ignoring case', () => {
    expect(ids(search(groups, 'QUOTES'))).toEqual(['POST /api/insurance/quotes']);
    expect(ids(search(groups, 'get policy'))).toEqual(['GET /api/insurance/policy/{id}']);
    expect(ids(search(groups, 'signed'))).toEqual(['POST /api/insurance/quotes']);
    expect(ids(search(groups, ' '))).toHaveLength(5);
    expect(search(groups, 'unheard of')).toEqual([]);
  });
});

describe('schemas', () => {
  it('a schema is resolved through any number of references', () => {
    expect(resolve(DOCUMENT, ref('Alias'))).toEqual({
      type: 'string',
      maxLength: 80,
      description: 'An address.',
    });
  });

  it('text beside a reference is kept, and broken or circular references end', () => {
    expect(resolve(DOCUMENT, { ...ref('Wallet'), description: 'Yours.' }).description).toBe('Yours.');
    expect(resolve(DOCUMENT, ref('Nothing'))).toEqual({});
    expect(resolve(DOCUMENT, ref('Ouroboros'))).toEqual({});
    expect(resolve(DOCUMENT, { $ref: 'elsewhere.json#/a' })).toEqual({});
  });

  it('a schema lists its fields, which are required, and their limits in words', () => {
    const view = viewOf(DOCUMENT, ref('Home'));
    expect(view.type).toBe('object');
    expect(view.fields.map(({ name, required }) => [name, required])).toEqual([
      ['insurance_type', true],
      ['year_built', true],
    ]);
    expect(viewOf(DOCUMENT, { type: 'string', minLength: 1, maxLength: 200 }).notes).toEqual([
      '1 to 200 characters',
    ]);
    expect(viewOf(DOCUMENT, { type: 'string', enum: ['a', 'b'], default: 'a' }).notes).toEqual([
      'one of a, b',
      'a if absent',
    ]);
    expect(viewOf(DOCUMENT, { type: 'integer', minimum: Number.MIN_SAFE_INTEGER }).notes).toEqual([]);
  });

  it('alternatives are named by the field that tells them apart', () => {
    const view = viewOf(DOCUMENT, { oneOf: [ref('Home'), ref('Car')] });
    expect(view.variants.map(({ label }) => label)).toEqual(['insurance_type: home', 'insurance_type: car']);
    expect(viewOf(DOCUMENT, { anyOf: [{ type: 'string' }, { type: 'null' }] })).toMatchObject({
      type: 'string or null',
      variants: [],
    });
  });

  it('the parts of allOf are merged', () => {
    const view = viewOf(DOCUMENT, {
      allOf: [ref('Car'), { properties: { color: { type: 'string' } }, required: ['color'] }],
    });
    expect(view.fields.map(({ name, required }) => [name, required])).toEqual([
      ['insurance_type', true],
      ['mileage', false],
      ['color', true],
    ]);
  });

  it('a recursive schema expands level by level, and its example ends', () => {
    expect(viewOf(DOCUMENT, ref('Part')).fields.map(({ name }) => name)).toEqual(['name', 'parts']);
    const json = { anyOf: [{ type: 'string' }, { type: 'array', items: { $ref: '#/json' } }] };
    const around = { ...DOCUMENT, json } as typeof DOCUMENT;
    expect(viewOf(around, { $ref: '#/json' }).type).toMatch(/^string or array of/);
    expect(JSON.stringify(exampleOf(DOCUMENT, { type: 'array', items: ref('Part') }))).toContain('Ada');
  });
});

describe('example values', () => {
  it('an example uses dates that can be bought today: thirty days from tomorrow', () => {
    vi.useFakeTimers({ now: Date.parse('2026-12-30T22:00:00Z'), toFake: ['Date'] });
    const text = { type: 'string' } as const;
    const properties = { policy_start_date: text, policy_end_date: text, incident_date: text };
    const required = Object.keys(properties);
    expect(exampleOf(DOCUMENT, { type: 'object', properties, required })).toEqual({
      policy_start_date: '2026-12-31',
      policy_end_date: '2027-01-30',
      incident_date: '2026-12-30',
    });
    vi.useRealTimers();
  });
});

describe('curl', () => {
  it('the curl command has an example of every required field, and a token where one is needed', () => {
    expect(curlOf(DOCUMENT, call('POST /api/insurance/quotes'), 'https://site.test')).toBe(
      [
        "curl -X POST 'https://site.test/api/insurance/quotes'",
        '-H "authorization: Bearer $TOKEN"',
        "-H 'content-type: application/json'",
        `-d '${JSON.stringify({ insurance_type: 'home', year_built: 1998 }, null, 2)}'`,
      ].join(' \\\n  '),
    );
    expect(curlOf(DOCUMENT, call('GET /api/health'), 'https://site.test')).toBe(
      "curl 'https://site.test/api/health'",
    );
  });

  it('the curl command fills in the path and sends files as a form', () => {
    const upload = curlOf(DOCUMENT, call('POST /api/claims/{id}/documents'), '');
    expect(upload).toContain("'/api/claims/1/documents'");
    expect(upload).toContain("-F 'file=@photo.jpg'");
  });
});
