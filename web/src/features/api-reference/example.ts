import { type Endpoint, type OpenApi, resolve, type Schema } from './openapi.ts';

const DEEPEST = 6;
const ADDRESS = '0x9965507D1a55bcC2695C58ba16FB37d819B0A4dc';

function textOf(name: string, { format, pattern, minLength = 0 }: Schema): string {
  if (format === 'email') return 'you@example.com';
  if (format === 'date-time') return '2027-01-15T09:00:00Z';
  if (format === 'uri' || format === 'url') return 'https://example.com/hook';
  if (/wallet|address|holder/.test(name) && !/house|email/.test(name)) return ADDRESS;
  if (/hash|quote_id/.test(name) || pattern?.includes('{64}')) return `0x${'1f'.repeat(32)}`;
  if (/date/.test(name)) return '2027-01-15';
  if (/phone|telephone/.test(name)) return '+44 20 7946 0018';
  if (pattern?.startsWith('^\\d') || pattern?.startsWith('^[+-]?\\d')) return '1';
  return 'text'.padEnd(minLength, '…').slice(0, Math.max(minLength, 4));
}

/** A value of the schema's shape, to begin a request with. It shows the form; not every value makes sense. */
export function exampleOf(document: OpenApi, schema: Schema, name = '', depth = 0): unknown {
  const full = resolve(document, schema);
  if (full.const !== undefined) return full.const;
  if (full.default !== undefined) return full.default;
  if (full.enum) return full.enum[0];
  const [choice] = full.oneOf ?? full.anyOf ?? full.allOf ?? [];
  if (choice) return exampleOf(document, choice, name, depth);
  const type = Array.isArray(full.type) ? full.type.find((each) => each !== 'null') : full.type;
  if (type === 'string') return textOf(name, full);
  if (type === 'boolean') return true;
  if (type === 'integer' || type === 'number') {
    if (name === 'chain_id') return 1337;
    return Math.max(full.minimum ?? 1, (full.exclusiveMinimum ?? 0) + 1);
  }
  if (type === 'array') {
    return full.items && depth < DEEPEST ? [exampleOf(document, full.items, name, depth + 1)] : [];
  }
  if (full.properties && depth < DEEPEST) {
    return Object.fromEntries(
      Object.entries(full.properties)
        .filter(([key]) => full.required?.includes(key))
        .map(([key, property]) => [key, exampleOf(document, property, key, depth + 1)]),
    );
  }
  return type === 'null' ? null : {};
}

const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

/** The call as a command that can be pasted: path parameters by example, the token as `$TOKEN`. */
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
