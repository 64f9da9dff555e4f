import { describe, expect, it } from 'vitest';
import { DOCUMENT } from '#web/test/sample-openapi.ts';
import { bodyOf, callsOf, curlOf, exampleOf, labelOf, lineOf, partsOf, resolve } from './openapi.ts';

const calls = callsOf(resolve(DOCUMENT));
function call(id: string) {
  const found = calls.find(({ method, path }) => `${method} ${path}` === id);
  if (!found) throw new Error(`${id} is not in the document`);
  return found;
}
const curl = (id: string) => curlOf(call(id));
const answer = (id: string) => bodyOf(call(id).operation.responses?.['200']?.content);

describe('documents', () => {
  it('a reference is resolved through any number of names, in parameters, bodies and answers', () => {
    const properties = answer('POST /api/insurance/quotes')?.schema.properties;
    expect(properties?.holder).toMatchObject({ type: 'string', maxLength: 80, description: 'An address.' });
    expect(properties?.part?.properties?.parts?.items).toMatchObject({ type: 'string', maxLength: 80 });
  });

  it('an answer is shown without its envelope', () => {
    const { schema } = answer('POST /api/insurance/quotes') ?? {};
    expect(Object.keys(schema?.properties ?? {})).toEqual(['holder', 'rate', 'part']);
    expect(answer('GET /api/insurance/policy/{id}')?.schema).toEqual({ type: 'null' });
  });

  it('what allOf joins keeps the fields of the one and the type of the other', () => {
    const { components } = resolve({
      ...DOCUMENT,
      components: {
        schemas: {
          Car: { type: 'object', properties: { mileage: { type: 'integer' } } },
          Mine: { allOf: [{ $ref: '#/components/schemas/Car' }, { type: ['object', 'null'] }] },
        },
      },
    });
    expect(components?.schemas?.Mine).toMatchObject({
      type: ['object', 'null'],
      properties: { mileage: { type: 'integer' } },
    });
  });
});

describe('schemas', () => {
  it.each([
    [{ type: 'string', minLength: 1, maxLength: 200 }, 'string · 1 to 200 characters'],
    [{ type: 'string', enum: ['a', 'b'], default: 'a' }, 'string · one of a, b · a if absent'],
    [{ type: 'integer', minimum: Number.MIN_SAFE_INTEGER }, 'integer'],
    [{ type: 'integer', minimum: 3 }, 'integer · at least 3'],
    [{ type: 'number', exclusiveMinimum: 0, maximum: 5 }, 'number · at most 5 · more than 0'],
    [{ anyOf: [{ type: 'string' }, { type: 'null' }] }, 'string or null'],
    [
      { type: 'array', items: { type: 'string', enum: ['a'] }, maxItems: 2 },
      'array of string · at most 2 entries · one of a',
    ],
    [{ type: 'string', format: 'date-time', pattern: 'long' }, 'string (date-time)'],
    [{ type: 'string', pattern: '^\\d+$' }, 'string · matches ^\\d+$'],
  ] as const)('%j is described as its type and its limits in words', (schema, line) => {
    expect(lineOf(schema as Parameters<typeof lineOf>[0])).toBe(line);
  });

  it('alternatives are named by the field that tells them apart', () => {
    const body = bodyOf(call('POST /api/insurance/quotes').operation.requestBody?.content);
    expect(partsOf(body?.schema ?? {}).map(labelOf)).toEqual(['insurance_type: home', 'insurance_type: car']);
  });
});

describe('examples', () => {
  it('an example policy runs for thirty days from tomorrow, and an example incident is today', () => {
    const text = { type: 'string' } as const;
    const properties = { policy_start_date: text, policy_end_date: text, incident_date: text };
    expect(exampleOf({ type: 'object', properties, required: Object.keys(properties) })).toEqual({
      policy_start_date: '@+1',
      policy_end_date: '@+31',
      incident_date: '@+0',
    });
  });

  it('the curl command has an example of every required field, and a token where one is needed', () => {
    expect(curl('POST /api/insurance/quotes')).toBe(
      [
        "curl -X POST 'https://origin.invalid/api/insurance/quotes'",
        '-H "authorization: Bearer $TOKEN"',
        "-H 'content-type: application/json'",
        `-d '${JSON.stringify({ insurance_type: 'home', year_built: 1998 }, null, 2)}'`,
      ].join(' \\\n  '),
    );
    expect(curl('GET /api/health')).toBe("curl 'https://origin.invalid/api/health'");
  });

  it('the curl command fills in the path and sends files as a form', () => {
    const upload = curl('POST /api/claims/{id}/documents');
    expect(upload).toContain("/api/claims/1/documents'");
    expect(upload).toContain("-F 'file=@photo.jpg'");
  });
});
