import type { SchemaObject } from 'openapi3-ts/oas31';
import { dayOf, formatDay } from '../../../../domain/days.ts';
import { FORMS } from '../../../../domain/products/forms/index.ts';
import { SAMPLES } from '../../../../domain/products/forms/samples.ts';
import { PRODUCT_KEYS } from '../../../../domain/products/index.ts';
import { supportSlots } from '../../../../domain/support/hours.ts';
import { type Endpoint, type OpenApi, resolve, type Schema } from './openapi.ts';

/** Depth of an example, since a recursive schema never ends. */
const DEEPEST = 6;
const ADDRESS = '0x9965507D1a55bcC2695C58ba16FB37d819B0A4dc';

const PRODUCT_FIELDS = PRODUCT_KEYS.flatMap((key) => FORMS[key].fields);

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
  ...Object.fromEntries(PRODUCT_FIELDS.map(({ name, example }) => [name, example])),
};

/** A term that every product accepts, starting tomorrow, so that the example works on the day it is read. */
const EXAMPLE_DAYS = 30;
const day = (fromToday: number) => formatDay(dayOf(Date.now()) + fromToday);

function dateOf(name: string): string {
  if (/incident/.test(name)) return day(0);
  return /end/.test(name) ? day(1 + EXAMPLE_DAYS) : day(1);
}

/** The next half hour, from tomorrow on, in which a call can be requested. */
function momentOf(): string {
  const tomorrow = Date.now() + 86_400_000;
  return new Date(supportSlots(tomorrow, tomorrow + 4 * 86_400_000)[0] ?? tomorrow).toISOString();
}

function textOf(name: string, { format, pattern, minLength = 0 }: SchemaObject): string {
  if (format === 'email') return SAMPLES.home.property_owner_email;
  if (format === 'date-time') return momentOf();
  if (format === 'uri') return 'https://example.com/hook';
  if (/wallet|^address$|holder/.test(name)) return ADDRESS;
  if (/hash|quote_id/.test(name) || pattern?.includes('{64}')) return `0x${'1f'.repeat(32)}`;
  if (/date/.test(name)) return dateOf(name);
  if (/phone/.test(name)) return SAMPLES.home.property_owner_telephone;
  if (/name$/.test(name)) return SAMPLES.home.property_owner_name;
  return 'text'.padEnd(minLength, '…');
}

/** Optional objects are included, because they hold the interesting fields. */
const isGroup = (document: OpenApi, schema: Schema) => resolve(document, schema).properties !== undefined;

/** A starting value in the schema's shape. Not every value makes sense. */
export function exampleOf(document: OpenApi, schema: Schema, name = '', depth = 0): unknown {
  const full = resolve(document, schema);
  if (full.const !== undefined) return full.const;
  if (full.default !== undefined) return full.default;
  if (full.enum) return full.enum[0];
  if (name in BY_NAME) return BY_NAME[name];
  const [choice] = full.oneOf ?? full.anyOf ?? full.allOf ?? [];
  if (choice) return exampleOf(document, choice, name, depth);
  const type = Array.isArray(full.type) ? full.type.find((each) => each !== 'null') : full.type;
  if (type === 'string') return textOf(name, full);
  if (type === 'boolean') return true;
  if (type === 'integer' || type === 'number') {
    return Math.max(full.minimum ?? 1, (full.exclusiveMinimum ?? 0) + 1);
  }
  if (type === 'array') {
    return full.items && depth < DEEPEST ? [exampleOf(document, full.items, name, depth + 1)] : [];
  }
  if (full.properties && depth < DEEPEST) {
    return Object.fromEntries(
      Object.entries(full.properties)
        .filter(([key, property]) => full.required?.includes(key) || isGroup(document, property))
        .map(([key, property]) => [key, exampleOf(document, property, key, depth + 1)]),
    );
  }
  return type === 'null' ? null : {};
}

const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

/** The operation as a command to paste, with example path parameters and the token as `$TOKEN`. */
export function curlOf(document: OpenApi, endpoint: Endpoint, origin: string): string {
  const value = (parameter: Endpoint['parameters'][number]) =>
    String(exampleOf(document, parameter.schema ?? {}, parameter.name));
  let path = endpoint.path;
  const query = new URLSearchParams();
  for (const parameter of endpoint.parameters) {
    if (parameter.in === 'path')
      path = path.replace(`{${parameter.name}}`, encodeURIComponent(value(parameter)));
    if (parameter.in === 'query' && parameter.required) query.set(parameter.name, value(parameter));
  }
  const target = `${origin}${path}${query.size > 0 ? `?${query}` : ''}`;
  const lines = [`curl ${endpoint.method === 'GET' ? '' : `-X ${endpoint.method} `}${quoted(target)}`];
  if (endpoint.access !== 'public') lines.push('-H "authorization: Bearer $TOKEN"');
  const { request } = endpoint;
  if (request?.schema && request.type === 'application/json') {
    lines.push("-H 'content-type: application/json'");
    lines.push(`-d ${quoted(JSON.stringify(exampleOf(document, request.schema), null, 2))}`);
  } else if (request?.type === 'multipart/form-data') {
    const fields = Object.keys(resolve(document, request.schema ?? {}).properties ?? { file: {} });
    for (const field of fields) lines.push(`-F ${quoted(`${field}=@photo.jpg`)}`);
  }
  return lines.join(' \\\n  ');
}
