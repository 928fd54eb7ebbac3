import { z } from 'zod';
import { idParams } from '../query.ts';
import { json, row } from '../row.ts';
import {
  createIncidentSchema,
  incidentSchema,
  listIncidentsQuery,
  updateIncidentSchema,
} from './incidents-schema.ts';

const incident = {
  id: 2,
  companyId: 1,
  title: 'Laptop lost',
  headings: { description: 'A laptop of the branch in Pune is missing' },
  texts: { view: 'masked' as const, filled: ['title', 'description'], identifiers: 0 },
  awareAt: '2026-11-21T08:00:00.000Z',
  occurredAt: null,
  affected: 12,
  extendedUntil: null,
  dueAt: '2026-11-24T08:00:00.000Z',
  reportedAt: null,
  status: 'open',
  createdAt: '2026-11-21T08:00:00.000Z',
  updatedAt: '2026-11-21T08:00:00.000Z',
  version: 1,
};

export const incidentsRoutes = [
  row('GET /incidents', {
    rpc: 'incidents.listIncidents',
    permission: 'compliance:read',
    query: listIncidentsQuery,
    response: z.array(incidentSchema),
    paged: true,
    summary: 'List breaches of personal data, newest first',
    example: { query: { companyId: '1' }, response: [incident] },
  }),
  row('POST /incidents', {
    rpc: 'incidents.createIncident',
    permission: 'compliance:manage',
    body: json(createIncidentSchema),
    response: incidentSchema,
    status: 201,
    idempotent: true,
    responseHeaders: ['ETag'],
    summary: 'Create a breach; the 72 hours start at awareAt',
    example: {
      body: {
        companyId: 1,
        title: 'Laptop lost',
        affected: 12,
        headings: { description: 'A laptop of the branch in Pune is missing' },
      },
      response: incident,
    },
  }),
  row('PUT /incidents/{id}', {
    rpc: 'incidents.updateIncident',
    permission: 'compliance:manage',
    params: idParams,
    body: json(updateIncidentSchema),
    response: incidentSchema,
    refusals: [412],
    responseHeaders: ['ETag'],
    summary: 'Update a breach: headings, extension or time of the report; omitted fields stay unchanged',
    example: {
      params: { id: '2' },
      body: { headings: { remedy: 'Disks of laptops are encrypted now' } },
      response: incident,
    },
  }),
] as const;
