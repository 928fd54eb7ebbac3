import { type ApiRequest, byId } from '../api-caller.ts';
import type { OwnResources } from '../own-resources.ts';
import { asha, consentDetails, peopleCsv } from '../people.ts';

/** Creating and reading people. */
export function peopleRequests(own: OwnResources): ApiRequest[] {
  const { companyId } = own;
  const query = { companyId };
  return [
    { key: 'GET /individuals', query },
    { key: 'POST /individuals', body: { companyId } },
    { key: 'GET /individuals/summary', query },
    { key: 'GET /individuals/{id}', ...byId(own.individualId) },
    { key: 'GET /individuals/{id}', ...byId(own.individualId), query: { purpose: 'kyc' } },
    {
      key: 'POST /pii-records',
      body: { companyId, consentDetails, fields: { ...asha, name: 'Asha R' } },
    },
    {
      key: 'POST /pii-records/batch',
      body: { companyId, consentDetails, records: [{ fields: { name: 'Ravi Iyer' } }] },
    },
    {
      key: 'POST /pii-records/reveal',
      body: { companyId, individualIds: [own.individualId], purpose: 'kyc' },
    },
  ];
}

/** Single fields, and search by a field. */
export function fieldRequests(own: OwnResources): ApiRequest[] {
  const { companyId } = own;
  const query = { companyId };
  return [
    {
      key: 'POST /pii-fields',
      body: {
        companyId,
        individualId: own.individualId,
        fieldType: 'dob',
        plainValue: '1990-04-12',
        consentDetails,
      },
    },
    { key: 'GET /pii-demo', query },
    { key: 'GET /pii-demo', query: { companyId, purpose: 'kyc' } },
    { key: 'GET /pii-fields/{id}', ...byId(own.fieldId) },
    { key: 'GET /pii-fields/{id}/history', ...byId(own.fieldId) },
    { key: 'DELETE /pii-fields/{id}', ...byId(own.fieldId) },
    { key: 'POST /pii-search', body: { companyId, fieldType: 'pan', value: 'ABCPE1234F', purpose: 'kyc' } },
  ];
}

/** Imports. */
export function importRequests(own: OwnResources): ApiRequest[] {
  const { companyId } = own;
  const query = { companyId };
  return [
    {
      key: 'POST /imports',
      query: { companyId, purpose: 'kyc', fileName: 'saral-people.csv' },
      csv: peopleCsv,
    },
    { key: 'GET /imports', query },
    { key: 'GET /imports/{id}', ...byId(own.importId) },
    { key: 'GET /imports/{id}/errors', ...byId(own.importId) },
    { key: 'GET /imports/{id}/same-records', ...byId(own.importId) },
    { key: 'PUT /imports/{id}/mapping', ...byId(own.heldImportId), body: { mapping: { Branch: 'ignore' } } },
    { key: 'POST /imports/{id}/retry', ...byId(own.heldImportId) },
    { key: 'DELETE /imports/{id}', ...byId(own.importId) },
  ];
}

/** Rights of data principals. */
export function principalRequests(own: OwnResources): ApiRequest[] {
  const { companyId } = own;
  const query = { companyId };
  return [
    { key: 'GET /individuals/{id}/access-report', ...byId(own.individualId), query },
    {
      key: 'PUT /individuals/{id}/nominee',
      ...byId(own.individualId),
      body: { companyId, nominees: [{ name: 'Meera Rao', relationship: 'spouse' }] },
    },
    { key: 'GET /individuals/{id}/nominee', ...byId(own.individualId), query },
    { key: 'GET /individuals/{id}/consents', ...byId(own.individualId) },
    {
      key: 'POST /consents',
      body: {
        companyId,
        individualIds: [own.individualId],
        consentDetails: { ...consentDetails, purpose: 'lending', date: '2026-02-01T08:00:00Z' },
      },
    },
    {
      key: 'POST /consents/withdraw',
      body: { companyId, individualIds: [own.individualId], purpose: 'lending' },
    },
    {
      key: 'POST /individuals/{id}/consent/withdraw',
      ...byId(own.individualId),
      body: { companyId, purpose: 'kyc' },
    },
  ];
}

/** Erases the person, and reads the erasure. */
export function erasureRequests(own: OwnResources): ApiRequest[] {
  const { companyId } = own;
  return [
    {
      key: 'POST /erasures',
      body: { companyId, individualIds: [own.individualId], reason: 'asked for', dryRun: true },
    },
    {
      key: 'POST /individuals/{id}/erase',
      ...byId(own.individualId),
      body: { companyId, reason: 'asked for' },
    },
    { key: 'GET /individuals/{id}/erasure', ...byId(own.individualId) },
    { key: 'GET /erasures', query: { companyId: String(companyId) } },
  ];
}
