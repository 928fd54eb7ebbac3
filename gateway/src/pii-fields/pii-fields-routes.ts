import type { FieldVersion, ShownField } from '@pii-vault/contract/pii-fields/pii-fields-schema';
import type { KeysOf } from '@pii-vault/contract/routes';
import { fieldTypes } from '@pii-vault/contract/scalars';
import type { PiiField } from '@pii-vault/proto/vault/v1/fields';
import type { Clients } from '../clients.ts';
import type { CompanyName, CompanyNames } from '../companies/company-names.ts';
import type { ConsentWarnings } from '../consents/consent-warnings.ts';
import { fromConsent } from '../consents/consents-mapper.ts';
import { type VerifiedSameDeps, verifiedSame } from '../data-lineage/verified-same.ts';
import type { Handlers } from '../edge/handler.ts';
import { toPiiField } from '../individuals/individuals-mapper.ts';
import { companyOf } from '../wire/company-of.ts';
import { etagOf } from '../wire/etag.ts';
import { oneOf, present, toIso } from '../wire/values.ts';

type Deps = Pick<Clients, 'fields'> &
  VerifiedSameDeps & { names: CompanyNames; consentWarnings: ConsentWarnings };
type Names = ReadonlyMap<number, CompanyName>;

export function piiFieldsHandlers(deps: Deps): Handlers<KeysOf<'pii-fields'>> {
  const { fields, names, consentWarnings } = deps;
  return {
    'POST /pii-fields': async ({ ctx, session, body, ifRowVersion }) => {
      const companyId = companyOf(body.companyId, session);
      const warned = consentWarnings(companyId, body.consentDetails);
      const answer = await fields.createField(ctx, {
        companyId,
        individualId: body.individualId,
        fieldType: body.fieldType,
        plainValue: body.plainValue,
        consentDetails: fromConsent(body.consentDetails),
        retentionExpiry: body.retentionExpiry,
        sourceContext: body.sourceContext === undefined ? undefined : JSON.stringify(body.sourceContext),
        ifRowVersion,
      });
      return {
        body: {
          id: answer.id,
          individualId: answer.individualId,
          companyId: answer.companyId,
          fieldType: oneOf(fieldTypes, answer.fieldType),
          version: answer.version,
          createdAt: toIso(answer.createdAt),
          verifiedSame: await verifiedSame(deps, answer.companyId, answer.individualId),
          ...(await warned),
        },
      };
    },
    'GET /pii-fields/{id}': async ({ ctx, params, query }) => {
      const answer = await fields.getField(ctx, { fieldId: params.id, purpose: query.purpose });
      const field = present(answer.field);
      const headers = { ETag: etagOf(answer.recordVersion) };
      return { body: toShownField(field, await names([field.companyId])), headers };
    },
    'GET /pii-fields/{id}/history': async ({ ctx, params, query }) => {
      const { versions } = await fields.getFieldHistory(ctx, {
        fieldId: params.id,
        purpose: query.purpose,
      });
      const named = await names(versions.map(({ companyId }) => companyId));
      return { body: versions.map((version) => toVersion(version, named)) };
    },
    'DELETE /pii-fields/{id}': async ({ ctx, params, ifRowVersion }) => {
      const deleted = await fields.deleteField(ctx, { fieldId: params.id, ifRowVersion });
      const same = await verifiedSame(deps, deleted.companyId, deleted.individualId);
      const times = { sealedAt: toIso(deleted.sealedAt), shredAt: toIso(deleted.shredAt) };
      return { body: { success: true, ...times, verifiedSame: same } };
    },
  };
}

function toShownField(field: PiiField, names: Names): ShownField {
  const { version, individualId, createdAt } = field;
  const where = { individualId, version, createdAt: toIso(createdAt) };
  return { ...toPiiField(field, names), ...where };
}

function toVersion(field: PiiField, names: Names): FieldVersion {
  const { updatedAt, ...shown } = toShownField(field, names);
  const { isActive } = field;
  return { ...shown, isActive, replacedAt: isActive ? null : updatedAt };
}
