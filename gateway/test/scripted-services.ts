import type { ServiceName } from '@pii-vault/platform/core/context/caller';
import type { RpcService } from '@pii-vault/platform/rpc/serve';
import { DisclosuresServiceService } from '@pii-vault/proto/audit/v1/disclosures';
import { ExportsServiceService } from '@pii-vault/proto/audit/v1/exports';
import { TrailEntry, TrailServiceService, Verification } from '@pii-vault/proto/audit/v1/trail';
import { Check, ChecksServiceService } from '@pii-vault/proto/compliance/v1/checks';
import { KeyRecord, RegisterServiceService } from '@pii-vault/proto/crypto/v1/register';
import { RotationsServiceService } from '@pii-vault/proto/crypto/v1/rotations';
import { Company, CompanyServiceService } from '@pii-vault/proto/tenancy/v1/companies';
import { DirectoryServiceService } from '@pii-vault/proto/tenancy/v1/directory';
import { LinkAgreement, LinkAgreementServiceService } from '@pii-vault/proto/tenancy/v1/link_agreements';
import { ConsentsServiceService } from '@pii-vault/proto/vault/v1/consents';
import { Erasure, ErasuresServiceService } from '@pii-vault/proto/vault/v1/erasures';
import { FieldsServiceService, type PiiField } from '@pii-vault/proto/vault/v1/fields';
import { type Individual, IndividualsServiceService } from '@pii-vault/proto/vault/v1/individuals';
import { KeyRowsServiceService } from '@pii-vault/proto/vault/v1/key_rows';
import { PrincipalsServiceService } from '@pii-vault/proto/vault/v1/principals';
import { RecordsServiceService } from '@pii-vault/proto/vault/v1/records';
import { SearchServiceService } from '@pii-vault/proto/vault/v1/search';
import { StatsServiceService } from '@pii-vault/proto/vault/v1/stats';
import { fakeRpc } from './fake-services.ts';
import { scriptedBudgets } from './scripted-budgets.ts';
import { scriptedFigures } from './scripted-figures.ts';
import { scriptedImports } from './scripted-imports.ts';
import { scriptedLineage } from './scripted-lineage.ts';
import { scriptedRegisters } from './scripted-registers.ts';
import { scriptedWebhooks } from './scripted-webhooks.ts';

const now = new Date('2026-11-21T08:00:00.000Z');
const masterKey = '0190a3f2-7d5c-7cc1-9b1e-3f6a2b4c5d6e';

const company = Company.fromPartial({
  id: 1n,
  name: 'Saral Bank',
  code: 'SARAL',
  tier: 'primary',
  status: 'active',
  brandingConfig: '{"colour":"teal"}',
  complianceRequirements: '{}',
  createdAt: now,
  updatedAt: now,
  rowVersion: 3n,
});
const agreement = LinkAgreement.fromPartial({
  id: 4n,
  companyId: 1n,
  otherCompanyId: 2n,
  purpose: 'kyc',
  status: 'pending',
  createdAt: now,
});
const tenancy = [
  scriptedFigures.tenancy,
  scriptedWebhooks,
  fakeRpc(CompanyServiceService, {
    listCompanies: async () => ({ companies: [company] }),
    createCompany: async () => ({ company }),
    updateCompany: async () => ({ company }),
    setCompanyStatus: async () => ({ company }),
    requestReactivation: async () => ({ company }),
    refuseReactivation: async () => ({ company }),
    deleteCompany: async () => ({}),
  }),
  fakeRpc(DirectoryServiceService, { getCompanies: async () => ({ companies: [company] }) }),
  fakeRpc(LinkAgreementServiceService, {
    listLinkAgreements: async () => ({ agreements: [agreement] }),
    createLinkAgreement: async () => ({ agreement }),
    acceptLinkAgreement: async () => ({ agreement }),
    endLinkAgreement: async () => ({ agreement }),
  }),
];

const individual: Individual = {
  recordVersion: 1n,
  id: 48213n,
  masterKey,
  companyId: 1n,
  dataQualityScore: 92,
  completenessPercentage: 86,
  createdAt: now,
  updatedAt: now,
  piiFields: [{ fieldType: 'pan', companyId: 1n }],
  companyIds: [1n],
};
const consentDetails = { purpose: 'kyc', date: now, channel: 'web', alsoFor: ['lending'] };
const field: PiiField = {
  version: 1,
  isActive: true,
  id: 91n,
  fieldType: 'pan',
  companyId: 1n,
  individualId: 48213n,
  value: 'XXXXX234F',
  masked: true,
  refused: 'PURPOSE_NOT_CONSENTED',
  consentDetails,
  createdAt: now,
  updatedAt: now,
};
const erasure = Erasure.fromPartial({
  companyId: 1n,
  individualId: 48213n,
  state: 'certified',
  reason: 'asked for',
  reasonView: 'masked',
  requestedAt: now,
  shredAt: now,
  shreddedAt: now,
  certificate: { note: 'note', keyId: masterKey, publicKey: Buffer.alloc(32, 7) },
});
const nomination = {
  nominees: [{ name: 'XXXX-MASKED', relationship: 'spouse', email: 'me***@example.in', phone: undefined }],
  masked: true,
  updatedAt: now,
};
const vault = [
  scriptedFigures.vault,
  fakeRpc(PrincipalsServiceService, {
    getAccessReport: async () => ({
      individual,
      fields: [field],
      consents: [
        { id: 1n, companyId: 1n, kind: 'given', details: consentDetails, fieldTypes: [], recordedAt: now },
      ],
      nomination,
    }),
    getNominees: async () => ({ nomination }),
    setNominees: async () => ({}),
  }),
  fakeRpc(ErasuresServiceService, {
    eraseIndividual: async () => ({ erasure: { ...erasure, state: 'sealed', certificate: undefined } }),
    getErasures: async () => ({ erasures: [erasure] }),
    listErasures: async () => ({
      erasures: [erasure],
      next: { requestedAt: now, companyId: 1n, individualId: 48213n },
    }),
  }),
  fakeRpc(IndividualsServiceService, {
    listIndividuals: async () => ({ individuals: [individual], externalIds: [] }),
    createIndividual: async () => ({ individual }),
    getIndividual: async () => ({ individual, fields: [field] }),
    getIndividualsSummary: async () => ({
      totalIndividuals: 3n,
      averageCompleteness: 66.6,
      averageQuality: 80,
      highQuality: 1n,
      mediumQuality: 1n,
      lowQuality: 1n,
      sharedById: 1n,
    }),
  }),
  fakeRpc(FieldsServiceService, {
    getField: async () => ({ field, recordVersion: 3n }),
    getFieldHistory: async () => ({ versions: [field] }),
    listRecentFields: async () => ({
      fields: [{ field: { ...field, value: 'ABCPE1234F', masked: false }, maskedValue: 'XXXXX234F' }],
    }),
    deleteField: async (_ctx, { fieldId }) => ({
      ...{ fieldId, companyId: 1n, individualId: 48213n },
      ...{ sealedAt: now, shredAt: now },
    }),
    createField: async () => ({
      id: 95n,
      companyId: 1n,
      individualId: 48213n,
      fieldType: 'phone',
      version: 1,
      createdAt: now,
      consentDetails,
    }),
  }),
  fakeRpc(RecordsServiceService, {
    createRecord: async () => ({ individualId: 48213n, masterKey, fieldIds: { name: 1n } }),
    createRecords: async (_ctx, { records }) => ({
      results: records.map((_, index) => ({ index, status: 'created', individualId: 48213n, errors: [] })),
    }),
    revealRecords: async () => ({
      records: [
        { individualId: 48213n, fields: { name: 'Asha Rao' }, refused: { dob: 'PURPOSE_NOT_CONSENTED' } },
      ],
    }),
  }),
  fakeRpc(KeyRowsServiceService, {
    countKeyRows: async () => ({ versions: [{ companyId: 1n, fieldKeyVersion: 2, rows: 7n }] }),
  }),
  ...scriptedBudgets,
  fakeRpc(SearchServiceService, { searchPii: async () => ({ hits: [{ individualId: 48213n, masterKey }] }) }),
  fakeRpc(ConsentsServiceService, {
    withdrawConsent: async () => ({ withdrawnAt: now, fieldTypes: ['pan'] }),
    listConsents: async () => ({
      consents: [
        {
          id: 1n,
          companyId: 1n,
          kind: 'given',
          details: consentDetails,
          fieldTypes: [],
          recordedAt: now,
        },
      ],
    }),
  }),
  fakeRpc(StatsServiceService, {
    getCompanyStats: async () => ({
      stats: [{ companyId: 1n, individuals: 9n, piiRecords: 50n, dataTypes: ['aadhaar'], fieldsByType: {} }],
    }),
  }),
  scriptedImports,
];

const trailEntry = TrailEntry.fromPartial({
  id: 5n,
  leafIndex: 4n,
  companyId: 1n,
  action: 'field_decrypt',
  actorType: 'user',
  actorId: '2',
  details: { fieldType: 'pan', counts: { values: 1n }, decision: 'allowed' },
  complianceFlags: { violation: false, dpdpCompliant: true },
  timestamp: now,
});
const checkpoint = {
  note: 'pii-vault/audit\n128\ncm9vdA==\n\n— pii-vault/audit c2ln\n',
  keyId: '910d9fde',
  publicKey: 'a2V5',
  treeSize: 128n,
  rootHash: Buffer.from('root'),
  signedAt: now,
};
const hash = Buffer.alloc(32, 9);
const proof = { id: 5n, leafIndex: 4n, leaf: Buffer.from('{}'), salt: hash, path: [hash] };
const verification = Verification.fromPartial({
  status: 'done',
  verified: true,
  treeSize: 128n,
  rootHash: hash,
});
const audit = [
  ...scriptedFigures.audit,
  fakeRpc(DisclosuresServiceService, {
    sumDisclosures: async () => ({
      disclosures: ['field_decrypt', 'field_view'].map((action) => ({
        action,
        actorType: 'api_client',
        actorId: 'pvc_1a2b',
        onBehalfOf: '2',
        purpose: 'kyc',
        fieldNames: ['pan'],
        times: 3n,
        firstAt: now,
        lastAt: now,
      })),
    }),
  }),
  fakeRpc(ExportsServiceService, { recordExport: async () => ({}) }),
  fakeRpc(TrailServiceService, {
    getTrailState: async () => ({ contradiction: '' }),
    listTrail: async (_ctx, { before }) => ({
      entries: [trailEntry],
      nextBefore: before === undefined ? 4n : undefined,
      total: 5n,
    }),
    getCheckpoint: async () => ({ checkpoint }),
    getProof: async () => ({ checkpoint, proof }),
    getProofs: async () => ({ checkpoint, proofs: [proof] }),
    getConsistency: async () => ({ from: 64n, to: 128n, path: [hash] }),
    verify: async () => ({ verification: { ...verification, status: 'running', verificationId: 3n } }),
    getVerification: async () => ({ verification }),
    lastActivity: async () => ({ companies: [{ companyId: 1n, lastActivityAt: now, entries: 5n }] }),
  }),
];

const check = Check.fromPartial({
  id: 31n,
  companyId: 1n,
  ruleId: 'DPDP-SEC-A1',
  status: 'compliant',
  score: 100,
  lastChecked: now,
  createdAt: now,
});
const compliance = [
  scriptedFigures.compliance,
  ...scriptedRegisters,
  fakeRpc(ChecksServiceService, {
    listChecks: async () => ({ checks: [check] }),
    listHistory: async (_ctx, { beforeId }) => ({
      checks: [check],
      nextBeforeId: beforeId === undefined ? 31n : undefined,
    }),
    runChecks: async () => ({ checks: [check] }),
    companyStatuses: async () => ({ companies: [{ companyId: 1n, status: 'not_in_force' }] }),
  }),
];
const key = KeyRecord.fromPartial({
  id: 14n,
  keyId: masterKey,
  companyId: 1n,
  keyType: 'field',
  algorithm: 'AES-256-GCM',
  keySize: 256,
  status: 'active',
  version: 2,
  createdAt: now,
  expiresAt: now,
});
const crypto = [
  fakeRpc(RotationsServiceService, {
    rotateKey: async () => ({ rotationId: 3n }),
    getRotation: async () => ({ rewrapped: 5n, total: 9n, perSecond: 12.34, status: 'running' }),
    listRotations: async (_ctx, { beforeId }) => ({
      rotations: [
        {
          id: 3n,
          companyId: 1n,
          keyType: 'field',
          toVersion: 2,
          cause: 'request',
          rewrapped: 5n,
          total: 9n,
          perSecond: 12.34,
          status: 'running',
          startedAt: now,
          finishedAt: undefined,
        },
      ],
      hasMore: beforeId === 0n,
    }),
    deleteKey: async () => ({}),
  }),
  fakeRpc(RegisterServiceService, {
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
      status: 'online',
      entries: [
        {
          id: 1n,
          hsmId: 'pkcs11:pii-vault',
          status: 'online',
          alertLevel: 'normal',
          serialNumber: '••••046f',
          firmwareVersion: undefined,
          performanceMetrics: { latencyMs: 1 },
          lastHealthCheckAt: now,
          createdAt: now,
        },
      ],
    }),
    listKeys: async (_ctx, { afterId }) => ({
      keys: [key, { ...key, keyType: 'master', rowsOnVersion: 4n }],
      hasMore: afterId === 0n,
    }),
    companyKeyStats: async () => ({
      companies: [{ companyId: 1n, active: 3, retiring: 1, lastRotatedAt: now }],
    }),
  }),
];

/** Every service except identity; each call has one realistic response. */
export const scriptedServices: Partial<Record<ServiceName, readonly RpcService[]>> = {
  tenancy,
  vault,
  lineage: scriptedLineage,
  audit,
  compliance,
  crypto,
};
