import { z } from 'zod';
import { idParams } from '../query.ts';
import { json, row } from '../row.ts';
import { successSchema } from '../scalars.ts';
import {
  createLinkAgreementSchema,
  exportLinkAgreementsQuery,
  linkAgreementSchema,
  listLinkAgreementsQuery,
} from './link-agreements-schema.ts';

const permission = 'company:manage' as const;
const agreement = {
  id: 4,
  companyId: 1,
  companyName: 'Saral Bank',
  otherCompanyId: 2,
  otherCompanyName: 'Arogya Health',
  purpose: 'fraud_prevention',
  includeAadhaar: false,
  disclosureDelay: 15,
  includesHealthData: true,
  status: 'accepted',
  isLive: true,
  startsAt: '2026-11-21T08:00:00.000Z',
  endsAt: null,
  acceptedAt: '2026-11-21T08:00:00.000Z',
  endedAt: null,
  createdAt: '2026-11-21T08:00:00.000Z',
};

export const linkAgreementsRoutes = [
  row('GET /link-agreements', {
    permission,
    query: listLinkAgreementsQuery,
    response: z.array(linkAgreementSchema),
    paged: true,
    summary: 'List link agreements of the companies that the caller manages',
    example: { query: { companyId: '1' }, response: [agreement] },
  }),
  row('GET /link-agreements/export', {
    permission,
    query: exportLinkAgreementsQuery,
    files: ['text/csv', 'application/json'],
    response: z.array(linkAgreementSchema),
    summary: 'Export the list of link agreements',
    example: { query: { format: 'json', companyId: '1' }, response: [agreement] },
  }),
  row('POST /link-agreements', {
    proof: 'fresh',
    permission,
    body: json(createLinkAgreementSchema),
    response: linkAgreementSchema,
    status: 201,
    idempotent: true,
    refusals: [409],
    summary: 'Propose a link agreement; a super_admin agrees for both sides',
    example: {
      body: { companyId: 1, otherCompanyId: 2, purpose: 'fraud_prevention', includesHealthData: true },
      response: agreement,
    },
  }),
  row('POST /link-agreements/{id}/accept', {
    proof: 'fresh',
    permission,
    params: idParams,
    response: linkAgreementSchema,
    refusals: [409],
    summary: 'Accept a proposed link agreement for the other side',
    example: { params: { id: '4' }, response: agreement },
  }),
  row('DELETE /link-agreements/{id}', {
    rpc: 'linkAgreements.endLinkAgreement',
    proof: 'fresh',
    permission,
    params: idParams,
    response: successSchema,
    summary: 'End a link agreement; its links are hidden at once',
    example: { params: { id: '4' }, response: { success: true } },
  }),
] as const;
