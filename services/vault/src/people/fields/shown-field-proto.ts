import type { PiiField, RecentField } from '@pii-vault/proto/vault/v1/fields';
import type { ConsentEntry } from '../../consents/consent.ts';
import { consentToProto } from '../../consents/consent-rpc.ts';
import { type CoveredField, shownConsent } from '../../consents/coverage.ts';
import type { ShownPerson } from '../individuals/get-individual.ts';
import type { FieldHistory } from './get-field-history.ts';
import type { RecentPerson } from './list-recent-fields.ts';

/** The fields of a person in one company. */
export function shownFieldsToProto({ person, fields }: ShownPerson): PiiField[] {
  return fields.map(({ field, value, isMasked }) => ({
    id: field.id,
    fieldType: field.type,
    companyId: person.companyId,
    individualId: person.individualId,
    value,
    masked: isMasked,
    refused: field.refusal,
    consentDetails: consentOf(person.consents, field),
    retentionExpiry: field.retentionExpiry,
    createdAt: field.createdAt,
    updatedAt: field.createdAt,
    version: field.version,
    isActive: true,
  }));
}

/** Fields of a person, each with its mask. */
export function recentFieldsToProto({ person, fields, maskedValues }: RecentPerson): RecentField[] {
  return fields.flatMap((shown) => {
    const [field] = shownFieldsToProto({ person, fields: [shown] });
    return { field, maskedValue: maskedValues.get(shown) ?? '' };
  });
}

export function historyToProto({ place, versions, consents }: FieldHistory): PiiField[] {
  return versions.map(({ row, value, isMasked, refusal }) => ({
    id: row.id,
    fieldType: row.type,
    companyId: place.companyId,
    individualId: place.individualId,
    value,
    masked: isMasked,
    refused: refusal,
    consentDetails: consentOf(consents, row),
    retentionExpiry: row.retentionExpiry,
    createdAt: row.createdAt,
    updatedAt: row.endedAt ?? row.createdAt,
    version: row.version,
    isActive: row.isActive,
  }));
}

function consentOf(history: readonly ConsentEntry[], field: CoveredField) {
  const shown = shownConsent(history, field, new Date());
  return shown && consentToProto(shown.details, shown.withdrawnAt);
}
