import { z } from 'zod';
import { idParams } from '../query.ts';
import { json, row } from '../row.ts';
import {
  createRecipientSchema,
  listRecipientsQuery,
  recipientSchema,
  updateRecipientSchema,
} from './recipients-schema.ts';

const recipient = {
  id: 5,
  companyId: 1,
  code: 'credit-bureau',
  name: 'Credit Bureau Ltd',
  kind: 'fiduciary',
  purposes: ['kyc'],
  fieldTypes: ['name', 'pan'],
  country: 'IN',
  contract: 'Agreement of 1 April 2026',
  texts: { view: 'masked' as const, filled: ['name', 'contract'], identifiers: 0 },
  sharedFrom: '2026-11-21T08:00:00.000Z',
  sharedUntil: null,
  createdAt: '2026-11-21T08:00:00.000Z',
  updatedAt: '2026-11-21T08:00:00.000Z',
  version: 1,
};

export const recipientsRoutes = [
  row('GET /recipients', {
    rpc: 'recipients.listRecipients',
    permission: 'compliance:read',
    query: listRecipientsQuery,
    response: z.array(recipientSchema),
    paged: true,
    summary: 'List recipients of personal data, newest first',
    example: { query: { companyId: '1' }, response: [recipient] },
  }),
  row('POST /recipients', {
    rpc: 'recipients.createRecipient',
    permission: 'compliance:manage',
    body: json(createRecipientSchema),
    response: recipientSchema,
    status: 201,
    idempotent: true,
    refusals: [409],
    responseHeaders: ['ETag'],
    summary: 'Create a recipient',
    example: {
      body: {
        companyId: 1,
        code: 'credit-bureau',
        name: 'Credit Bureau Ltd',
        kind: 'fiduciary',
        purposes: ['kyc'],
        fieldTypes: ['name', 'pan'],
      },
      response: recipient,
    },
  }),
  row('PUT /recipients/{id}', {
    rpc: 'recipients.updateRecipient',
    permission: 'compliance:manage',
    params: idParams,
    body: json(updateRecipientSchema),
    response: recipientSchema,
    refusals: [412],
    responseHeaders: ['ETag'],
    summary: 'Update a recipient or end the sharing; omitted fields stay unchanged',
    example: { params: { id: '5' }, body: { contract: 'Agreement of 1 April 2026' }, response: recipient },
  }),
] as const;
