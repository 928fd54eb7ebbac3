import { z } from 'zod';
import { row } from '../row.ts';

export const referenceRoutes = [
  row({
    method: 'GET',
    path: '/openapi.json',
    auth: 'public',
    response: z.record(z.string(), z.json()),
    summary: 'This contract as OpenAPI 3.1',
    example: { response: { openapi: '3.1.0' } },
  }),
  row({
    method: 'GET',
    path: '/docs',
    auth: 'public',
    response: z.string(),
    produces: 'text/html',
    summary: 'This contract as a page',
    example: { response: '<!doctype html>' },
  }),
] as const;
