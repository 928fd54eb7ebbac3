import type { CreateGrievanceRequest } from '@pii-vault/proto/compliance/v1/grievances';
import type { CreateIncidentRequest } from '@pii-vault/proto/compliance/v1/incidents';
import type { CreatePurposeRequest } from '@pii-vault/proto/compliance/v1/purposes';
import type { CreateRecipientRequest } from '@pii-vault/proto/compliance/v1/recipients';
import type { CreateReportRequest } from '@pii-vault/proto/compliance/v1/reports';

export const newPurpose = (companyId: number, purpose = 'kyc'): CreatePurposeRequest => ({
  companyId,
  purpose,
  lawfulBasis: 'consent',
  description: 'Secret purpose text',
  notice: { version: '1', fieldTypes: ['pan'], retentionDays: 365, endEvent: 'account_closed' },
});

export const newGrievance = (companyId: number): CreateGrievanceRequest => ({
  companyId,
  category: 'access',
  subject: 'Secret grievance of Asha Rao',
  description: '',
  periodDays: 30,
});

export const newIncident = (companyId: number): CreateIncidentRequest => ({
  companyId,
  title: 'Secret incident',
  headings: { description: 'Secret heading' },
});

export const newReport = (companyId: number, format = 'json'): CreateReportRequest => ({
  companyId,
  format,
  regulationType: 'gdpr',
});

export const newRecipient = (companyId: number, code = 'bureau'): CreateRecipientRequest => ({
  companyId,
  code,
  name: 'Secret Bureau',
  kind: 'processor',
  purposes: ['kyc'],
  fieldTypes: ['pan'],
  contract: '',
});
