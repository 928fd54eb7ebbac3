import { z } from 'zod';
import { idParams } from '../query.ts';
import { json, row } from '../row.ts';
import {
  eraseManySchema,
  eraseSchema,
  erasureResultsSchema,
  erasureSchema,
  listErasuresQuery,
  readErasuresQuery,
} from './erasures-schema.ts';

const sealed = {
  companyId: 1,
  individualId: 48213,
  status: 'sealed' as const,
  reason: 'Asked for by the data principal',
  texts: { view: 'masked' as const, filled: ['reason'], identifiers: 0 },
  requestedAt: '2026-11-21T08:00:00.000Z',
  shredAt: '2027-11-21T08:00:00.000Z',
  shreddedAt: null,
  verifiedSame: [48990],
  certificate: null,
};

export const erasuresRoutes = [
  row('GET /erasures', {
    rpc: 'erasures.listErasures',
    permission: 'pii:erase',
    query: listErasuresQuery,
    response: z.array(erasureSchema),
    paged: true,
    summary: "List erasures of the caller's companies, newest request first",
    example: { query: { companyId: '1' }, response: [sealed] },
  }),
  row('POST /erasures', {
    proof: 'fresh',
    permission: 'pii:erase',
    // 50 people, one after the other, each with its own links.
    deadlineMs: 30_000,
    body: json(eraseManySchema),
    response: erasureResultsSchema,
    reveals: true,
    summary: 'Erase up to 50 people, each as by its own call; a refused one does not keep the others',
    example: {
      body: { companyId: 1, individualIds: [48213, 48990], reason: sealed.reason },
      response: {
        results: [
          { individualId: 48213, status: 'sealed', verifiedSame: [] },
          { individualId: 48990, status: 'refused', reason: 'ERASED' },
        ],
      },
    },
  }),
  row('POST /individuals/{id}/erase', {
    proof: 'fresh',
    permission: 'pii:erase',
    params: idParams,
    body: json(eraseSchema),
    response: erasureSchema,
    reveals: true,
    idempotent: true,
    refusals: [410],
    summary: 'Erase a person: sealed at once, key and values destroyed after the minimum retention',
    example: {
      params: { id: '48213' },
      body: { companyId: 1, reason: sealed.reason },
      response: sealed,
    },
  }),
  row('GET /individuals/{id}/erasure', {
    rpc: 'erasures.getErasures',
    permission: 'pii:erase',
    params: idParams,
    query: readErasuresQuery,
    response: z.array(erasureSchema),
    summary: "Get the state of a person's erasure per company, with the signed certificate",
    example: {
      params: { id: '48213' },
      query: { companyId: '1' },
      response: [
        {
          ...sealed,
          status: 'certified',
          shreddedAt: '2027-11-21T08:00:30.000Z',
          certificate: {
            note: 'pii-vault-0a1b2c3d/certificates\n{"certificate":"erasure","companyId":1}\ncopies-open-until 2027-12-21T08:00:00.000Z\n\n— pii-vault-0a1b2c3d/certificates c2ln\n',
            keyId: '0a1b2c3d-7d5c-4cc1-9b1e-3f6a2b4c5d6e',
            publicKey: 'a2V5',
          },
        },
      ],
    },
  }),
] as const;
