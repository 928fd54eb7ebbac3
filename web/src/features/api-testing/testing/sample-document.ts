import type { OpenApi } from '../rules/endpoint.ts';

const json = (schema: object, example: unknown) => ({ content: { 'application/json': { schema, example } } });
const responses = { 200: { content: { 'application/json': {} } } };
const id = {
  name: 'id',
  in: 'path',
  required: true,
  schema: { type: 'integer' },
  example: '48213',
} as const;

export const sampleDocument: OpenApi = {
  tags: [{ name: 'Sign-in' }, { name: 'Individuals' }],
  components: {
    schemas: {
      Consent: {
        type: 'object',
        properties: { purpose: { type: 'string' } },
        required: ['purpose'],
        additionalProperties: false,
      },
    },
  },
  paths: {
    '/individuals/{id}': {
      get: {
        operationId: 'getPerson',
        tags: ['Individuals'],
        summary: 'One person',
        'x-permission': 'pii:read',
        security: [{ bearer: [] }],
        parameters: [
          id,
          { name: 'companyId', in: 'query', required: false, schema: { type: 'integer' }, example: '1' },
          { name: 'purpose', in: 'query', required: false, schema: { type: 'string' }, example: 'kyc' },
        ],
        responses,
      },
      put: {
        operationId: 'putPerson',
        tags: ['Individuals'],
        summary: 'Change a person',
        'x-permission': 'pii:write',
        security: [{ bearer: [] }],
        parameters: [id],
        requestBody: json({ type: 'object' }, { name: 'Asha' }),
        responses,
      },
    },
    '/individuals': {
      post: {
        operationId: 'createPerson',
        tags: ['Individuals'],
        summary: 'Create a person',
        'x-permission': 'pii:write',
        security: [{ bearer: [] }],
        parameters: [],
        requestBody: json(
          {
            type: 'object',
            properties: {
              companyId: { type: 'integer' },
              consent: { $ref: '#/components/schemas/Consent' },
              tags: { type: 'array', items: { type: 'string' } },
              kind: { enum: ['new', 'old'] },
            },
            required: ['companyId'],
            additionalProperties: false,
          },
          { companyId: 1, kind: 'new' },
        ),
        responses,
      },
    },
    '/auth/setup-status': {
      get: {
        operationId: 'setupStatus',
        tags: ['Sign-in'],
        summary: 'Whether setup is needed',
        security: [],
        parameters: [],
        responses,
      },
    },
  },
};
