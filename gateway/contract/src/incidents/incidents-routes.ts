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
  row({
    method: 'GET',
    path: '/incidents',
    auth: 'permission',
    permission: 'compliance:read',
    query: listIncidentsQuery,
    response: z.array(incidentSchema),
    paged: true,
    summary: 'Register of breaches of personal data, newest first',
    example: { query: { companyId: '1' }, response: [incident] },
  }),
  row({
    method: 'POST',
    path: '/incidents',
    auth: 'permission',
    permission: 'compliance:manage',
    body: json(createIncidentSchema),
    response: incidentSchema,
    status: 201,
    idempotent: true,
    tells: ['ETag'],
    summary: 'Enter a breach; the 72 hours run from awareAt',
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
  row({
    method: 'PUT',
    path: '/incidents/{id}',
    auth: 'permission',
    permission: 'compliance:manage',
    params: idParams,
    body: json(updateIncidentSchema),
    response: incidentSchema,
    refusals: [412],
    tells: ['ETag'],
    summary: 'Fill headings, set an extension or the time of the report; only the keys sent',
    example: {
      params: { id: '2' },
      body: { headings: { remedy: 'Disks of laptops are encrypted now' } },
      response: incident,
    },
  }),
] as const;
