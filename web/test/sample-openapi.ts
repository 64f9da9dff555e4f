import type { OpenAPIObject } from 'openapi3-ts/oas31';

const envelope = (data: object) => ({
  'application/json': {
    schema: {
      type: 'object',
      properties: { success: { type: 'boolean', enum: [true] }, data, message: { type: 'string' } },
      required: ['success', 'data'],
    },
  },
});
const refusal = (codes: string) => ({
  description: codes,
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
});

/** A small document in the form of our worker's, with references next to inline schemas. */
export const DOCUMENT = {
  openapi: '3.1.0',
  info: { title: 'Mooring API', version: '0.1.0' },
  components: {
    schemas: {
      Failure: { type: 'object', properties: { message: { type: 'string' } }, required: ['message'] },
      Wallet: { type: 'string', maxLength: 80, description: 'An address.' },
      Alias: { $ref: '#/components/schemas/Wallet' },
      Home: {
        type: 'object',
        properties: { insurance_type: { type: 'string', enum: ['home'] }, year_built: { type: 'integer' } },
        required: ['insurance_type', 'year_built'],
      },
      Car: {
        type: 'object',
        properties: { insurance_type: { type: 'string', enum: ['car'] }, mileage: { type: 'integer' } },
        required: ['insurance_type'],
      },
      Part: {
        type: 'object',
        properties: {
          name: { type: 'string' },
          parts: { type: 'array', items: { $ref: '#/components/schemas/Alias' } },
        },
        required: ['name'],
      },
    },
    securitySchemes: {
      wallet: { type: 'http', scheme: 'bearer' },
      admin: { type: 'http', scheme: 'bearer' },
    },
  },
  paths: {
    '/api/health': {
      get: {
        tags: ['health'],
        summary: 'Whether database and chains can be reached',
        responses: {
          200: {
            description: 'How it is',
            content: envelope({ type: 'object', properties: { status: { type: 'string' } } }),
          },
          500: refusal('internal'),
        },
      },
    },
    '/api/insurance/quotes': {
      post: {
        tags: ['quote'],
        summary: 'A signed quote',
        security: [{ wallet: [] }],
        parameters: [
          {
            name: 'idempotency-key',
            in: 'header',
            required: false,
            schema: { type: 'string', minLength: 1, maxLength: 200 },
          },
        ],
        requestBody: {
          required: true,
          content: {
            'application/json': {
              schema: {
                oneOf: [{ $ref: '#/components/schemas/Home' }, { $ref: '#/components/schemas/Car' }],
              },
            },
          },
        },
        responses: {
          200: {
            description: 'The quote',
            content: envelope({
              type: 'object',
              properties: {
                holder: { $ref: '#/components/schemas/Alias' },
                rate: { anyOf: [{ type: 'string' }, { type: 'null' }] },
                part: { $ref: '#/components/schemas/Part' },
              },
              required: ['holder'],
            }),
          },
          401: refusal('unauthorized'),
          422: refusal('invalid, no_capacity'),
        },
      },
    },
    '/api/insurance/policy/{id}': {
      get: {
        tags: ['policy'],
        summary: 'One policy',
        security: [{ wallet: [] }],
        parameters: [
          { name: 'id', in: 'path', required: true, schema: { type: 'integer', exclusiveMinimum: 0 } },
        ],
        responses: {
          200: { description: 'The policy', content: envelope({ type: 'null' }) },
          404: refusal('not_found'),
        },
      },
    },
    '/api/claims/{id}/documents': {
      post: {
        tags: ['claims'],
        summary: 'Add documents',
        security: [{ wallet: [] }],
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
        requestBody: {
          content: {
            'multipart/form-data': {
              schema: { type: 'object', properties: { file: { type: 'string', format: 'binary' } } },
            },
          },
        },
        responses: {
          200: { description: 'Added', content: envelope({ type: 'array', items: { type: 'string' } }) },
        },
      },
    },
    '/api/admin/users': {
      get: {
        tags: ['admin'],
        summary: 'Customers',
        security: [{ admin: [] }],
        responses: {
          200: {
            description: 'A page of them',
            content: envelope({ type: 'array', items: { $ref: '#/components/schemas/Wallet' } }),
          },
        },
      },
    },
  },
} as unknown as OpenAPIObject;
