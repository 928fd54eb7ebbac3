import {
  deletedFieldSchema,
  type FieldVersion,
  type ShownField,
  storedFieldSchema,
} from '@pii-vault/contract/pii-fields/pii-fields-schema';
import type { KeysOf } from '@pii-vault/contract/routes';
import type { PiiField } from '@pii-vault/proto/vault/v1/fields';
import type { Clients } from '../clients.ts';
import type { CompanyName, CompanyNames } from '../companies/company-names.ts';
import type { ConsentWarnings } from '../consents/consent-warnings.ts';
import { fromConsent } from '../consents/consents-mapper.ts';
import { type VerifiedSameDeps, verifiedSame } from '../data-lineage/verified-same.ts';
import type { Handlers } from '../edge/handler.ts';
import { toPiiField } from '../individuals/individuals-mapper.ts';
import { jsonOf } from '../passed/json-of.ts';
import { companyOf } from '../wire/company-of.ts';
import { etagOf } from '../wire/etag.ts';
import { present, toIso } from '../wire/values.ts';

type Deps = Pick<Clients, 'fields'> &
  VerifiedSameDeps & { names: CompanyNames; consentWarnings: ConsentWarnings };
type Names = ReadonlyMap<number, CompanyName>;

const toStored = jsonOf(storedFieldSchema);
const toDeleted = jsonOf(deletedFieldSchema);

/** With names of companies, warnings of the register and facts of lineage. */
export function piiFieldsHandlers(deps: Deps): Handlers<KeysOf<'pii-fields'>> {
  const { fields, names, consentWarnings } = deps;
  return {
    'POST /pii-fields': async ({ ctx, session, body, ifRowVersion }) => {
      const companyId = companyOf(body.companyId, session);
      const warned = consentWarnings(companyId, body.consentDetails);
      const answer = await fields.createField(ctx, {
        ...body,
        companyId,
        consentDetails: fromConsent(body.consentDetails),
        sourceContext: body.sourceContext === undefined ? undefined : JSON.stringify(body.sourceContext),
        ifRowVersion,
      });
      const same = await verifiedSame(deps, answer.companyId, answer.individualId);
      const { warnings = [] } = await warned;
      return { body: toStored({ ...answer, verifiedSame: same, warnings }) };
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
      return { body: toDeleted({ ...deleted, verifiedSame: same }) };
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
