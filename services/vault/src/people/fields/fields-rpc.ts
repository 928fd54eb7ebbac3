import { AUTOMATE_ERASURE } from '@pii-vault/platform/core/context/fresh-proof';
import { freshProof, permission } from '@pii-vault/platform/rpc/allow';
import { type RpcService, serve } from '@pii-vault/platform/rpc/serve';
import {
  type CreateFieldRequest,
  FieldsService,
  type ListRecentFieldsRequest,
} from '@pii-vault/proto/vault/v1/fields';
import type { ConsentDetails } from '../../consents/consent.ts';
import { consentFromProto, consentToProto } from '../../consents/consent-rpc.ts';
import type { CreateField, NewFieldInput } from './create-field.ts';
import type { DeleteField } from './delete-field.ts';
import type { GetField } from './get-field.ts';
import type { GetFieldHistory } from './get-field-history.ts';
import type { ListRecentFields } from './list-recent-fields.ts';
import { historyToProto, recentFieldsToProto, shownFieldsToProto } from './shown-field-proto.ts';

export interface FieldsRpcDeps {
  readonly createField: CreateField;
  readonly getField: GetField;
  readonly getFieldHistory: GetFieldHistory;
  readonly deleteField: DeleteField;
  readonly listRecentFields: ListRecentFields;
}

export function fieldsRpc(deps: FieldsRpcDeps): RpcService {
  return serve(FieldsService, {
    createField: {
      allow: permission('pii:write', (req: CreateFieldRequest) => req.companyId),
      handle: async (ctx, req) => {
        const { companyId, individualId, fieldType, retentionExpiry } = req;
        const consent = consentFromProto(req.consentDetails, new Date());
        const { id, version, createdAt } = await deps.createField(ctx, fieldFromProto(req, consent));
        const consentDetails = consentToProto(consent);
        const where = { companyId, individualId, fieldType };
        return { id, ...where, version, createdAt, consentDetails, retentionExpiry };
      },
    },
    getField: {
      allow: permission('pii:read'),
      handle: async (ctx, { fieldId, purpose }) => {
        const shown = await deps.getField(ctx, {
          fieldId,
          ...(purpose === undefined ? {} : { purpose }),
        });
        const [field] = shownFieldsToProto(shown);
        return { field, recordVersion: shown.person.recordVersion };
      },
    },
    getFieldHistory: {
      allow: permission('pii:read'),
      handle: async (ctx, { fieldId, purpose }) => {
        const input = { fieldId, ...(purpose === undefined ? {} : { purpose }) };
        return { versions: historyToProto(await deps.getFieldHistory(ctx, input)) };
      },
    },
    deleteField: {
      allow: freshProof(permission<unknown>('pii:write'), undefined, AUTOMATE_ERASURE),
      handle: async (ctx, { fieldId, ifRowVersion }) => {
        const input = { fieldId, ifRowVersion };
        const { companyId, individualId, sealedAt, shredAt } = await deps.deleteField(ctx, input);
        const where = { companyId, individualId };
        return { fieldId, ...where, sealedAt, shredAt };
      },
    },
    listRecentFields: {
      allow: permission('pii:read', (req: ListRecentFieldsRequest) => req.companyId),
      handle: async (ctx, { companyId, purpose }) => {
        const recent = await deps.listRecentFields(ctx, { companyId, purpose });
        return { fields: recent.flatMap(recentFieldsToProto) };
      },
    },
  });
}

function fieldFromProto(req: CreateFieldRequest, consent: ConsentDetails): NewFieldInput {
  const { companyId, individualId, fieldType, plainValue, retentionExpiry, sourceContext, ifRowVersion } =
    req;
  return {
    companyId,
    individualId,
    fieldType,
    plainValue,
    consent,
    ...(retentionExpiry === undefined ? {} : { retentionExpiry }),
    ...(sourceContext === undefined ? {} : { sourceContext }),
    ...(ifRowVersion === undefined ? {} : { ifRowVersion }),
  };
}
