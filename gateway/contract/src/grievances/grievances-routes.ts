import { z } from 'zod';
import { idParams } from '../query.ts';
import { json, row } from '../row.ts';
import {
  createGrievanceSchema,
  grievanceSchema,
  listGrievancesQuery,
  updateGrievanceSchema,
} from './grievances-schema.ts';

const grievance = {
  id: 8,
  companyId: 1,
  category: 'correction',
  subject: 'Wrong address',
  description: 'The address was corrected twice and is still the old one',
  resolution: '',
  texts: { view: 'masked' as const, filled: ['subject', 'description'], identifiers: 0 },
  individualId: 48213,
  receivedAt: '2026-11-21T08:00:00.000Z',
  periodDays: 30,
  dueAt: '2026-12-21T18:29:59.999Z',
  closedAt: null,
  overdue: false,
  createdAt: '2026-11-21T08:00:00.000Z',
  updatedAt: '2026-11-21T08:00:00.000Z',
  version: 1,
};

export const grievancesRoutes = [
  row('GET /grievances', {
    rpc: 'grievances.listGrievances',
    permission: 'compliance:read',
    query: listGrievancesQuery,
    response: z.array(grievanceSchema),
    paged: true,
    summary: 'List grievances of data principals, newest first',
    example: { query: { companyId: '1' }, response: [grievance] },
  }),
  row('POST /grievances', {
    rpc: 'grievances.createGrievance',
    permission: 'compliance:manage',
    body: json(createGrievanceSchema),
    response: grievanceSchema,
    status: 201,
    idempotent: true,
    responseHeaders: ['ETag'],
    summary: 'Create a grievance',
    example: {
      body: { companyId: 1, category: 'correction', subject: 'Wrong address', periodDays: 30 },
      response: grievance,
    },
  }),
  row('PUT /grievances/{id}', {
    rpc: 'grievances.updateGrievance',
    permission: 'compliance:manage',
    params: idParams,
    body: json(updateGrievanceSchema),
    response: grievanceSchema,
    refusals: [409, 412],
    responseHeaders: ['ETag'],
    summary: 'Update or close a grievance; omitted fields stay unchanged. It is closed once, with its answer',
    example: { params: { id: '8' }, body: { resolution: 'The address is corrected' }, response: grievance },
  }),
] as const;
