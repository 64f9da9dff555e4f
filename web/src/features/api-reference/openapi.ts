import type {
  ContentObject,
  OpenAPIObject,
  OperationObject,
  ParameterObject,
  ReferenceObject,
  RequestBodyObject,
  ResponseObject,
  SchemaObject,
} from 'openapi3-ts/oas31';

export type Schema = SchemaObject | ReferenceObject;
type Parameter = ParameterObject;
export type OpenApi = Pick<OpenAPIObject, 'info' | 'components'> & Required<Pick<OpenAPIObject, 'paths'>>;

export type Access = 'public' | 'wallet' | 'admin';

export interface Body {
  type: string;
  schema: Schema | null;
}

interface Answer {
  status: string;
  description: string;
  /** The schema of `data` in the envelope, or of the whole body without one; null for an answer without fields. */
  body: Body | null;
}

export interface Endpoint {
  /** `GET /api/health`, which is unique and what readers search for. */
  id: string;
  method: string;
  path: string;
  tag: string;
  summary: string;
  description: string;
  access: Access;
  parameters: Parameter[];
  request: Body | null;
  answers: Answer[];
  refusals: { status: string; codes: string }[];
}

export interface Group {
  tag: string;
  endpoints: Endpoint[];
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Accepts an OpenAPI 3 document; throws on anything else. */
export function parseOpenApi(value: unknown): OpenApi {
  if (!isRecord(value) || !isRecord(value.paths) || !isRecord(value.info)) {
    throw new TypeError('Not an OpenAPI document');
  }
  return value as unknown as OpenApi;
}

/** The target of a `#/…` reference; null if there is none. */
function pointedAt(document: OpenApi, ref: string): unknown {
  if (!ref.startsWith('#/')) return null;
  let at: unknown = document;
  for (const part of ref.slice(2).split('/')) {
    const key = decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~');
    at = isRecord(at) ? at[key] : undefined;
  }
  return at ?? null;
}

/** The schema with references resolved. A description beside a reference wins. A cycle ends as `{}`. */
export function resolve(document: OpenApi, schema: Schema): SchemaObject {
  const seen = new Set<string>();
  let current = schema as SchemaObject;
  while (current.$ref !== undefined) {
    if (seen.has(current.$ref)) return {};
    seen.add(current.$ref);
    const { $ref, ...beside } = current;
    const target = pointedAt(document, $ref);
    if (!isRecord(target)) return beside;
    current = { ...(target as SchemaObject), ...beside };
  }
  return current;
}

/** The last part of a reference, which is the schema's name. */
export const refName = (ref: string): string => ref.slice(ref.lastIndexOf('/') + 1);

function accessOf(operation: OperationObject): Access {
  const schemes = (operation.security ?? []).flatMap((each) => Object.keys(each));
  if (schemes.length === 0) return 'public';
  return schemes.some((scheme) => scheme.toLowerCase().includes('admin')) ? 'admin' : 'wallet';
}

function bodyOf(content: ContentObject | undefined): Body | null {
  const [entry] = Object.entries(content ?? {});
  return entry ? { type: entry[0], schema: entry[1].schema ?? null } : null;
}

/** Takes `data` out of the common envelope `{success, data, message}`. */
function unwrapped(document: OpenApi, body: Body | null): Body | null {
  if (!body?.schema) return body;
  const { properties } = resolve(document, body.schema);
  if (!properties?.success || !properties.data) return body;
  const data = resolve(document, properties.data);
  return data.type === 'null' ? null : { type: body.type, schema: properties.data };
}

/** What stands in a place where a reference may stand instead. */
const referred = <Value>(document: OpenApi, value: Value | ReferenceObject): Value =>
  isRecord(value) && typeof value.$ref === 'string'
    ? ((pointedAt(document, value.$ref) ?? {}) as Value)
    : (value as Value);

function endpointOf(document: OpenApi, method: string, path: string, operation: OperationObject): Endpoint {
  const responses = Object.entries(operation.responses ?? {}).map(
    ([status, response]) => [status, referred<ResponseObject>(document, response)] as const,
  );
  const verb = method.toUpperCase();
  return {
    id: `${verb} ${path}`,
    method: verb,
    path,
    tag: operation.tags?.[0] ?? 'other',
    summary: operation.summary ?? '',
    description: operation.description ?? '',
    access: accessOf(operation),
    parameters: (operation.parameters ?? []).map((each) => referred<Parameter>(document, each)),
    request: bodyOf(referred<RequestBodyObject | undefined>(document, operation.requestBody)?.content),
    answers: responses
      .filter(([status]) => status < '400')
      .map(([status, { description = '', content }]) => ({
        status,
        description,
        body: unwrapped(document, bodyOf(content)),
      })),
    refusals: responses
      .filter(([status]) => status >= '400')
      .map(([status, { description = '' }]) => ({ status, codes: description })),
  };
}

/** All operations in document order, grouped by their first tag. */
export function groupsOf(document: OpenApi): Group[] {
  const groups = new Map<string, Endpoint[]>();
  for (const [path, operations] of Object.entries(document.paths)) {
    for (const method of METHODS) {
      const operation = operations[method];
      if (!operation) continue;
      const endpoint = endpointOf(document, method, path, operation);
      const group = groups.get(endpoint.tag);
      if (group) group.push(endpoint);
      else groups.set(endpoint.tag, [endpoint]);
    }
  }
  return [...groups].map(([tag, endpoints]) => ({ tag, endpoints }));
}

/** The groups with the operations that match every word of `text` by method, path, tag, summary or description. */
export function search(groups: readonly Group[], text: string): Group[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return groups
    .map(({ tag, endpoints }) => ({
      tag,
      endpoints: endpoints.filter(({ id, summary, description }) => {
        const hay = `${id} ${tag} ${summary} ${description}`.toLowerCase();
        return words.every((word) => hay.includes(word));
      }),
    }))
    .filter(({ endpoints }) => endpoints.length > 0);
}
