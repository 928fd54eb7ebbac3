import { z } from 'zod';
import { row } from '../row.ts';

export const referenceRoutes = [
  row('GET /openapi.json', {
    auth: 'public',
    response: z.record(z.string(), z.json()),
    summary: 'Get this contract as OpenAPI 3.1',
    example: { response: { openapi: '3.1.0' } },
  }),
  row('GET /docs', {
    auth: 'public',
    response: z.string(),
    produces: 'text/html',
    summary: 'Get this contract as an HTML page',
    example: { response: '<!doctype html>' },
  }),
] as const;
