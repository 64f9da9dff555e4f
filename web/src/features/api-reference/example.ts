import { FORMS } from '#domain/products/forms/index.ts';
import { SAMPLES } from '#domain/products/forms/samples.ts';
import { PRODUCT_KEYS } from '#domain/products/index.ts';
import { bodyOf, type Call, hasFields, type Schema } from './schema.ts';

/** The site's address in a build, which knows of no deployment (scripts/lib/site.mjs). */
const ORIGIN = 'https://origin.invalid';

/** Stands for the day so many days after the one on which the page is read. */
const dayMark = (fromToday: number) => `@+${fromToday}`;
export const DAY_MARK = /@\+(\d+)/;

/** Values for fields whose names say more than their schemas. */
const BY_NAME: Readonly<Record<string, unknown>> = {
  chain_id: 1337,
  payment_currency: 'ETH',
  currency: 'ETH',
  amount: '600000000000000000',
  premium_usd: 1200,
  policy_number: 'POL-001',
  claim_number: 'CLM-001',
  policy_type: 'home',
  status: 'active',
  claim_amount: 4200.5,
  birth_date: '2015-05-12',
  payout_usd: 1700,
  description: 'A pipe burst in the kitchen and soaked the floor.',
  subject: 'A question about my policy',
  message: 'Is a garden shed part of the building?',
  name: SAMPLES.home.property_owner_name,
  ...Object.fromEntries(
    PRODUCT_KEYS.flatMap((key) => FORMS[key].fields).map(({ name, example }) => [name, example]),
  ),
};

/** Texts by what they are called; the first that fits. Every product accepts thirty days from tomorrow. */
const TEXTS: readonly (readonly [name: RegExp, text: string])[] = [
  [/email/, SAMPLES.home.property_owner_email],
  [/date-time/, `${dayMark(1)}T15:00:00.000Z`],
  [/uri/, 'https://example.com/hook'],
  [/wallet|^address |holder/, '0x9965507D1a55bcC2695C58ba16FB37d819B0A4dc'],
  [/hash|quote_id|\{64\}/, `0x${'1f'.repeat(32)}`],
  [/incident\w*date/, dayMark(0)],
  [/end\w*date/, dayMark(31)],
  [/date/, dayMark(1)],
  [/phone/, SAMPLES.home.property_owner_telephone],
  [/name /, SAMPLES.home.property_owner_name],
];

/** A starting value in the schema's shape. Not every value makes sense. */
export function exampleOf(schema: Schema, name = ''): unknown {
  const { enum: choices, properties = {}, required = [], items, format, pattern, minLength = 0 } = schema;
  const [choice] = schema.oneOf ?? schema.anyOf ?? [];
  const type = [schema.type].flat().find((each) => each !== 'null');
  if (schema.default !== undefined) return schema.default;
  if (choices) return choices[0];
  if (name in BY_NAME) return BY_NAME[name];
  if (choice) return exampleOf(choice, name);
  if (type === 'boolean') return true;
  if (type === 'array') return items ? [exampleOf(items, name)] : [];
  if (type === 'string')
    return (
      TEXTS.find(([it]) => it.test(`${name} ${format} ${pattern}`))?.[1] ?? 'text'.padEnd(minLength, '…')
    );
  if (type === 'integer' || type === 'number')
    return Math.max(schema.minimum ?? 1, (schema.exclusiveMinimum ?? 0) + 1);
  // Optional objects are included, because they hold the interesting fields.
  const shown = Object.entries(properties).filter(
    ([key, part]) => required.includes(key) || (part.properties && hasFields(part)),
  );
  return Object.fromEntries(shown.map(([key, part]) => [key, exampleOf(part, key)]));
}

const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

/** The call as a command to paste, with example parameters and the token as `$TOKEN`. */
export function curlOf({ method, path, operation }: Call): string {
  const { parameters = [], security, requestBody } = operation;
  const query = new URLSearchParams();
  let target = `${ORIGIN}${path}`;
  for (const { name, in: place, required, schema = {} } of parameters) {
    const value = String(exampleOf(schema, name));
    if (place === 'path') target = target.replace(`{${name}}`, encodeURIComponent(value));
    if (place === 'query' && required) query.set(name, value);
  }
  if (query.size > 0) target += `?${query}`;
  const lines = [`curl ${method === 'GET' ? '' : `-X ${method} `}${quoted(target)}`];
  if (security?.length) lines.push('-H "authorization: Bearer $TOKEN"');
  const body = bodyOf(requestBody?.content);
  if (body?.type === 'application/json') {
    lines.push("-H 'content-type: application/json'");
    lines.push(`-d ${quoted(JSON.stringify(exampleOf(body.schema), null, 2))}`);
  } else if (body?.type === 'multipart/form-data') {
    for (const field of Object.keys(body.schema.properties ?? {}))
      lines.push(`-F ${quoted(`${field}=@photo.jpg`)}`);
  }
  return lines.join(' \\\n  ');
}
