import type { ServiceName } from '@pii-vault/platform/core/context/caller';
import type { RpcService } from '@pii-vault/platform/rpc/serve';
import { DisclosuresService } from '@pii-vault/proto/audit/v1/disclosures';
import { ExportsService } from '@pii-vault/proto/audit/v1/exports';
import { TrailEntry, TrailService, Verification } from '@pii-vault/proto/audit/v1/trail';
import { Check, ChecksService } from '@pii-vault/proto/compliance/v1/checks';
import { KeyRecord, RegisterService } from '@pii-vault/proto/crypto/v1/register';
import { RotationsService } from '@pii-vault/proto/crypto/v1/rotations';
import { CompaniesService, Company } from '@pii-vault/proto/tenancy/v1/companies';
import { DirectoryService } from '@pii-vault/proto/tenancy/v1/directory';
import { LinkAgreement, LinkAgreementsService } from '@pii-vault/proto/tenancy/v1/link_agreements';
import { ConsentsService } from '@pii-vault/proto/vault/v1/consents';
import { type Erasure, ErasuresService } from '@pii-vault/proto/vault/v1/erasures';
import { FieldsService, type PiiField } from '@pii-vault/proto/vault/v1/fields';
import { type Individual, IndividualsService } from '@pii-vault/proto/vault/v1/individuals';
import { KeyRowCountsService } from '@pii-vault/proto/vault/v1/key_rows';
import { PrincipalsService } from '@pii-vault/proto/vault/v1/principals';
import { RecordsService } from '@pii-vault/proto/vault/v1/records';
import { SearchService } from '@pii-vault/proto/vault/v1/search';
import { StatsService } from '@pii-vault/proto/vault/v1/stats';
import { fakeRpc } from './fake-services.ts';
import { scriptedBudgets } from './scripted-budgets.ts';
import { scriptedFigures } from './scripted-figures.ts';
import { scriptedImports } from './scripted-imports.ts';
import { scriptedLineage } from './scripted-lineage.ts';
import { scriptedRegisters } from './scripted-registers.ts';
import { scriptedWaiting } from './scripted-waiting.ts';
import { scriptedWebhooks } from './scripted-webhooks.ts';

const now = new Date('2026-11-21T08:00:00.000Z');
const masterKey = '0190a3f2-7d5c-7cc1-9b1e-3f6a2b4c5d6e';

const company = Company.fromPartial({
  id: 1,
  name: 'Saral Bank',
  code: 'SARAL',
  tier: 'primary',
  status: 'active',
  brandingConfig: '{"colour":"teal"}',
  complianceRequirements: '{}',
  createdAt: now,
  updatedAt: now,
  version: 3,
});
const agreement = LinkAgreement.fromPartial({
  id: 4,
  companyId: 1,
  otherCompanyId: 2,
  purpose: 'kyc',
  disclosureDelay: 15,
  status: 'pending',
  createdAt: now,
});
const tenancy = [
  scriptedFigures.tenancy,
  scriptedWebhooks,
  fakeRpc(CompaniesService, {
    listCompanies: async () => ({ companies: [company] }),
    createCompany: async () => ({ company }),
    updateCompany: async () => ({ company }),
    setCompanyStatus: async () => ({ company }),
    requestReactivation: async () => ({ company }),
    refuseReactivation: async () => ({ company }),
    deleteCompany: async () => ({}),
  }),
  fakeRpc(DirectoryService, { getCompanies: async () => ({ companies: [company] }) }),
  fakeRpc(LinkAgreementsService, {
    listLinkAgreements: async () => ({ agreements: [agreement] }),
    createLinkAgreement: async () => ({ agreement }),
    acceptLinkAgreement: async () => ({ agreement }),
    endLinkAgreement: async () => ({ agreement }),
  }),
];

const individual: Individual = {
  recordVersion: 1,
  id: 48213,
  masterKey,
  companyId: 1,
  dataQualityScore: 92,
  completenessPercentage: 86,
  createdAt: now,
  updatedAt: now,
  piiFields: [{ fieldType: 'pan', companyId: 1 }],
  companyIds: [1],
};
const consentDetails = { purpose: 'kyc', date: now, channel: 'web', alsoFor: ['lending'] };
const field: PiiField = {
  version: 1,
  isActive: true,
  id: 91,
  fieldType: 'pan',
  companyId: 1,
  individualId: 48213,
  value: 'XXXXX234F',
  masked: true,
  refused: 'PURPOSE_NOT_CONSENTED',
  consentDetails,
  createdAt: now,
  updatedAt: now,
};
const erasure: Erasure = {
  companyId: 1,
  individualId: 48213,
  status: 'certified',
  reason: 'asked for',
  texts: { view: 'masked', filled: ['reason'], identifiers: 0 },
  requestedAt: now,
  shredAt: now,
  shreddedAt: now,
  certificate: { note: 'note', keyId: masterKey, publicKey: Buffer.alloc(32, 7) },
};
const nomination = {
  companyId: 1,
  nominees: [{ name: 'XXXX-MASKED', relationship: 'spouse', email: 'me***@example.in', phone: undefined }],
  masked: true,
  updatedAt: now,
};
const vault = [
  scriptedFigures.vault,
  fakeRpc(PrincipalsService, {
    getAccessReport: async () => ({
      individual,
      fields: [field],
      consents: [
        { id: 1, companyId: 1, kind: 'given', details: consentDetails, fieldTypes: [], recordedAt: now },
      ],
      nomination,
    }),
    getNominees: async () => ({ nomination }),
    setNominees: async () => ({}),
  }),
  fakeRpc(ErasuresService, {
    eraseIndividual: async () => ({ erasure: { ...erasure, status: 'sealed', certificate: undefined } }),
    getErasures: async () => ({ erasures: [erasure] }),
    listErasures: async () => ({
      erasures: [erasure],
      nextCursor: '1790000000000.1.48213',
    }),
  }),
  fakeRpc(IndividualsService, {
    listIndividuals: async () => ({ individuals: [individual], externalIds: [] }),
    createIndividual: async () => ({ individual }),
    getIndividual: async () => ({ individual, fields: [field] }),
    getIndividualsSummary: async () => ({
      totalIndividuals: 3,
      averageCompleteness: 66.6,
      averageQuality: 80,
      highQuality: 1,
      mediumQuality: 1,
      lowQuality: 1,
      sharedById: 1,
    }),
  }),
  fakeRpc(FieldsService, {
    getField: async () => ({ field, recordVersion: 3 }),
    getFieldHistory: async () => ({ versions: [field] }),
    listRecentFields: async () => ({
      fields: [{ field: { ...field, value: 'ABCPE1234F', masked: false }, maskedValue: 'XXXXX234F' }],
    }),
    deleteField: async (_ctx, { fieldId }) => ({
      ...{ fieldId, companyId: 1, individualId: 48213 },
      ...{ sealedAt: now, shredAt: now },
    }),
    createField: async () => ({
      id: 95,
      companyId: 1,
      individualId: 48213,
      fieldType: 'phone',
      version: 1,
      createdAt: now,
      consentDetails,
    }),
  }),
  fakeRpc(RecordsService, {
    createRecord: async () => ({ individualId: 48213, masterKey, fieldIds: { name: 1 } }),
    createRecords: async (_ctx, { records }) => ({
      results: records.map((_, index) => ({ index, status: 'created', individualId: 48213, errors: [] })),
    }),
    revealRecords: async () => ({
      records: [
        { individualId: 48213, fields: { name: 'Asha Rao' }, refused: { dob: 'PURPOSE_NOT_CONSENTED' } },
      ],
    }),
  }),
  fakeRpc(KeyRowCountsService, {
    countKeyRows: async () => ({ versions: [{ companyId: 1, fieldKeyVersion: 2, rows: 7 }] }),
  }),
  ...scriptedBudgets,
  fakeRpc(SearchService, {
    searchPii: async () => ({ results: [{ individualId: 48213, companyId: 1, masterKey }] }),
  }),
  fakeRpc(ConsentsService, {
    withdrawConsent: async () => ({ withdrawnAt: now, fieldTypes: ['pan'] }),
    listConsents: async () => ({
      consents: [
        {
          id: 1,
          companyId: 1,
          kind: 'given',
          details: consentDetails,
          fieldTypes: [],
          recordedAt: now,
        },
      ],
    }),
  }),
  fakeRpc(StatsService, {
    getCompanyStats: async () => ({
      stats: [{ companyId: 1, individuals: 9, piiRecords: 50, dataTypes: ['aadhaar'], fieldsByType: {} }],
    }),
  }),
  scriptedImports,
];

const trailEntry = TrailEntry.fromPartial({
  id: 5,
  leafIndex: 4,
  companyId: 1,
  action: 'field_decrypt',
  actorType: 'user',
  actorId: '2',
  details: { producer: 'vault', fieldType: 'pan', counts: { values: 1 }, decision: 'allowed' },
  complianceFlags: { violation: false, dpdpCompliant: true },
  timestamp: now,
});
const checkpoint = {
  note: 'pii-vault/audit\n128\ncm9vdA==\n\n— pii-vault/audit c2ln\n',
  keyId: '910d9fde',
  publicKey: 'a2V5',
  treeSize: 128,
  rootHash: Buffer.from('root'),
  signedAt: now,
};
const hash = Buffer.alloc(32, 9);
const proof = { id: 5, leafIndex: 4, leaf: Buffer.from('{}'), salt: hash, path: [hash] };
const verification = Verification.fromPartial({
  status: 'done',
  verified: true,
  treeSize: 128,
  rootHash: hash.toString('hex'),
});
const audit = [
  ...scriptedFigures.audit,
  fakeRpc(DisclosuresService, {
    sumDisclosures: async () => ({
      disclosures: ['field_decrypt', 'field_view'].map((action) => ({
        action,
        actorType: 'api_client',
        actorId: 'pvc_1a2b',
        onBehalfOf: '2',
        purpose: 'kyc',
        fieldNames: ['pan'],
        times: 3,
        firstAt: now,
        lastAt: now,
      })),
    }),
  }),
  fakeRpc(ExportsService, { recordExport: async () => ({}) }),
  fakeRpc(TrailService, {
    getTrailState: async () => ({ contradiction: '' }),
    listTrail: async (_ctx, { cursor }) => ({
      entries: [trailEntry],
      nextCursor: cursor === undefined ? '4' : undefined,
      total: 5,
    }),
    getCheckpoint: async () => ({ checkpoint }),
    getProof: async () => ({ ...proof, treeSize: 128, checkpoint }),
    getProofs: async () => ({ checkpoint, proofs: [proof] }),
    getConsistency: async () => ({ from: 64, to: 128, path: [hash] }),
    verify: async () => ({ verification: { ...verification, status: 'running', verificationId: 3 } }),
    getVerification: async () => ({ verification: { ...verification, verificationId: 3 } }),
    lastActivity: async () => ({ companies: [{ companyId: 1, lastActivityAt: now, entries: 5 }] }),
  }),
];

const check = Check.fromPartial({
  id: 31,
  companyId: 1,
  ruleId: 'DPDP-SEC-A1',
  status: 'compliant',
  score: 100,
  lastChecked: now,
  createdAt: now,
});
const compliance = [
  scriptedFigures.compliance,
  ...scriptedRegisters,
  fakeRpc(ChecksService, {
    listChecks: async () => ({ checks: [check] }),
    listHistory: async (_ctx, { cursor }) => ({
      checks: [check],
      nextCursor: cursor === undefined ? '31' : undefined,
    }),
    runChecks: async () => ({ checks: [check] }),
    companyStatuses: async () => ({ companies: [{ companyId: 1, status: 'not_in_force' }] }),
  }),
];
const key = KeyRecord.fromPartial({
  id: 14,
  keyId: masterKey,
  companyId: 1,
  keyType: 'field',
  algorithm: 'AES-256-GCM',
  keySize: 256,
  status: 'active',
  isActive: true,
  version: 2,
  createdAt: now,
  expiresAt: now,
});
const crypto = [
  fakeRpc(RotationsService, {
    rotateKey: async () => ({ rotationId: 3 }),
    getRotation: async () => ({ rewrapped: 5, total: 9, perSecond: 12.3, status: 'running' }),
    listRotations: async (_ctx, { cursor }) => ({
      rotations: [
        {
          id: 3,
          companyId: 1,
          keyType: 'field',
          toVersion: 2,
          cause: 'request',
          rewrapped: 5,
          total: 9,
          perSecond: 12.3,
          status: 'running',
          startedAt: now,
          finishedAt: undefined,
        },
      ],
      nextCursor: cursor === undefined ? '3' : undefined,
    }),
    deleteKey: async () => ({}),
  }),
  fakeRpc(RegisterService, {
    keyStoreStatus: async () => ({
      kind: 'local',
      protection: 'software',
      notice: 'Software keys',
      status: 'online',
      encryption: 'active',
      checkedAt: now,
      epoch: 1,
      nextEpochAt: now,
      model: '',
    }),
    hsmStatus: async () => ({
      kind: 'pkcs11',
      currentHealth: { status: 'online' },
      entries: [
        {
          id: 1,
          hsmId: 'pkcs11:pii-vault',
          status: 'online',
          alertLevel: 'normal',
          serialNumber: '••••046f',
          firmwareVersion: undefined,
          performanceMetrics: { latencyMs: 1 },
          lastHealthCheck: now,
          createdAt: now,
        },
      ],
    }),
    listKeys: async (_ctx, { cursor }) => ({
      keys: [key, { ...key, keyType: 'master', rowsOnVersion: 4 }],
      nextCursor: cursor === undefined ? '1.14' : undefined,
    }),
    companyKeyStats: async () => ({
      companies: [{ companyId: 1, active: 3, retiring: 1, lastRotatedAt: now }],
    }),
  }),
];

/** Every service except identity; each call has one realistic response. */
export const scriptedServices: Partial<Record<ServiceName, readonly RpcService[]>> = {
  tenancy: [...tenancy, scriptedWaiting('tenancy')],
  vault: [...vault, scriptedWaiting('vault')],
  lineage: [...scriptedLineage, scriptedWaiting('lineage')],
  audit,
  compliance: [...compliance, scriptedWaiting('compliance')],
  crypto: [...crypto, scriptedWaiting('crypto')],
};
