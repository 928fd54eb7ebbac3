import { permission } from '@pii-vault/platform/rpc/allow';
import { type RpcService, serve } from '@pii-vault/platform/rpc/serve';
import {
  type CreateRecordRequest,
  type CreateRecordsRequest,
  type RecordResult,
  RecordsService,
  type RevealRecordsRequest,
} from '@pii-vault/proto/vault/v1/records';
import { consentFromProto } from '../../consents/consent-rpc.ts';
import { noticeToProto } from '../../limits/budgets/get-budget.ts';
import type { RevealedRecord, RevealRecords } from '../../reveals/reveal-records.ts';
import type { CreateRecord } from './create-record.ts';
import type { BatchRecord, BatchResult, CreateRecords } from './create-records.ts';
import { afterErasureOf } from './person.ts';

export function recordsRpc(deps: {
  readonly createRecord: CreateRecord;
  readonly createRecords: CreateRecords;
  readonly revealRecords: RevealRecords;
}): RpcService {
  return serve(RecordsService, {
    createRecord: {
      byReference: true,
      allow: permission('pii:write', (req: CreateRecordRequest) => req.companyId),
      handle: async (ctx, req) => {
        const { individualId, masterKey, fieldIds } = await deps.createRecord(ctx, {
          companyId: req.companyId,
          consent: consentFromProto(req.consentDetails, new Date()),
          fields: req.fields,
          ...(req.externalId === undefined ? {} : { externalId: req.externalId }),
          ...(req.individualId === undefined ? {} : { individualId: req.individualId }),
          ...(req.ifRowVersion === undefined ? {} : { ifRowVersion: req.ifRowVersion }),
          afterErasure: afterErasureOf(req.afterErasure),
        });
        const ids = Object.entries(fieldIds).map(([type, id]) => [type, id]);
        return { individualId, masterKey, fieldIds: Object.fromEntries(ids) };
      },
    },
    createRecords: {
      byReference: true,
      allow: permission('pii:write', (req: CreateRecordsRequest) => req.companyId),
      handle: async (ctx, req) => {
        const results = await deps.createRecords(ctx, {
          companyId: req.companyId,
          consent: consentFromProto(req.consentDetails, new Date()),
          records: req.records.map(recordFromProto),
          afterErasure: afterErasureOf(req.afterErasure),
        });
        return { results: results.map(resultToProto) };
      },
    },
    revealRecords: {
      byReference: true,
      allow: permission('pii:reveal', (req: RevealRecordsRequest) => req.companyId),
      handle: async (ctx, req) => {
        const { records, budget } = await deps.revealRecords(ctx, {
          companyId: req.companyId,
          individualIds: req.individualIds,
          fieldTypes: req.fieldTypes,
          purpose: req.purpose,
        });
        return { records: records.map(revealedToProto), budget: budget && noticeToProto(budget) };
      },
    },
  });
}

function recordFromProto({ fields, externalId }: CreateRecordsRequest['records'][number]): BatchRecord {
  return { fields, ...(externalId === undefined ? {} : { externalId }) };
}

function revealedToProto({ individualId, fields, refused }: RevealedRecord) {
  return { individualId, fields, refused };
}

function resultToProto(result: BatchResult, index: number): RecordResult {
  const { status } = result;
  if (result.status === 'created') return { index, status, individualId: result.individualId, errors: [] };
  const errors = result.problems.map(({ path, reason, message }) => ({ path, reason, message }));
  return { index, status, individualId: undefined, errors };
}
