import { Grievance, GrievancesServiceService } from '@pii-vault/proto/compliance/v1/grievances';
import { Incident, IncidentsServiceService } from '@pii-vault/proto/compliance/v1/incidents';
import { type Purpose, PurposesServiceService } from '@pii-vault/proto/compliance/v1/purposes';
import { type Recipient, RecipientsServiceService } from '@pii-vault/proto/compliance/v1/recipients';
import { fakeRpc } from './fake-services.ts';

const now = new Date('2026-11-21T08:00:00.000Z');
const row = { companyId: 1n, rowVersion: 2n, createdAt: now, updatedAt: now };

const purpose: Purpose = {
  ...row,
  id: 3n,
  purpose: 'kyc',
  description: '',
  lawfulBasis: 'consent',
  notices: [{ version: '2', fieldTypes: ['pan'], endEvent: 'account_closed', publishedAt: now }],
};
const grievance = Grievance.fromPartial({
  ...row,
  id: 8n,
  category: 'access',
  receivedAt: now,
  periodDays: 30,
  dueAt: now,
});
const incident = Incident.fromPartial({
  ...row,
  id: 2n,
  headings: { remedy: 'Encrypted disks' },
  awareAt: now,
  dueAt: now,
  status: 'open',
});
const recipient: Recipient = {
  ...row,
  id: 5n,
  code: 'bureau',
  name: '',
  contract: '',
  kind: 'processor',
  fieldTypes: ['pan'],
  purposes: ['kyc'],
  sharedFrom: now,
};

/** The registers of the compliance service, each with one entry and a next page. */
export const scriptedRegisters = [
  fakeRpc(PurposesServiceService, {
    listPurposes: async () => ({ purposes: [purpose], nextBeforeId: 3n }),
    createPurpose: async () => ({ purpose }),
    updatePurpose: async () => ({ purpose }),
  }),
  fakeRpc(GrievancesServiceService, {
    listGrievances: async () => ({ grievances: [grievance], nextBeforeId: 8n }),
    createGrievance: async () => ({ grievance }),
    updateGrievance: async () => ({ grievance }),
  }),
  fakeRpc(IncidentsServiceService, {
    listIncidents: async () => ({ incidents: [incident], nextBeforeId: 2n }),
    createIncident: async () => ({ incident }),
    updateIncident: async () => ({ incident }),
  }),
  fakeRpc(RecipientsServiceService, {
    listRecipients: async () => ({ recipients: [recipient], nextBeforeId: 5n }),
    createRecipient: async () => ({ recipient }),
    updateRecipient: async () => ({ recipient }),
  }),
];
