import { only } from '@pii-vault/platform/postgres/only';
import { keyTaken } from '../../errors.ts';
import { listTexts, lockRow, type Register, ROW_COLUMNS, textQueries } from '../register.ts';
import type { RecipientFields, RecipientRow } from './recipient.ts';

const COLUMNS = `${ROW_COLUMNS}, code, kind, purposes, field_types AS "fieldTypes", country,
  shared_from AS "sharedFrom", shared_until AS "sharedUntil"`;
export const LIST_RECIPIENTS = textQueries('recipients', COLUMNS, 'purposes && $4::text[]');

export const recipientRegister: Register<RecipientRow, RecipientFields> = {
  name: 'recipients',
  textLimits: { contract: 2_000 },
  published: ['name'],
  async insert(tx, companyId, { fields, textId, sealed, textNames }) {
    return only(
      await tx
        .query<RecipientRow>(
          `INSERT INTO recipients (company_id, code, shared_from, kind, purposes, field_types, country, shared_until,
           text_id, texts, text_key_version, text_names)
         VALUES ($1::bigint, $2::text, $3::timestamptz, $4::text, $5::text[], $6::text[], $7::text,
           $8::timestamptz, $9::uuid, $10::bytea, $11::int, $12::text[])
         RETURNING ${COLUMNS}`,
          [
            companyId,
            fields.code,
            fields.sharedFrom,
            ...changeable(fields),
            textId,
            sealed.sealed,
            sealed.keyVersion,
            textNames,
          ],
        )
        .catch(keyTaken('RECIPIENT_CODE_EXISTS')),
    );
  },
  lock: (tx, id) => lockRow<RecipientRow>(tx, 'recipients', { columns: COLUMNS, id }),
  async update(tx, { companyId, id }, { fields, sealed, textNames }) {
    return only(
      await tx.query<RecipientRow>(
        `UPDATE recipients SET kind = $3::text, purposes = $4::text[], field_types = $5::text[], country = $6::text,
           shared_until = $7::timestamptz, texts = $8::bytea, text_key_version = $9::int, text_names = $10::text[], updated_at = now(),
           row_version = row_version + 1
         WHERE company_id = $1::bigint AND id = $2::bigint RETURNING ${COLUMNS}`,
        [companyId, id, ...changeable(fields), sealed.sealed, sealed.keyVersion, textNames],
      ),
    );
  },
  list: (tx, page) => listTexts<RecipientRow>(tx, LIST_RECIPIENTS, page),
};

const changeable = (fields: RecipientFields): readonly unknown[] => [
  fields.kind,
  fields.purposes,
  fields.fieldTypes,
  fields.country,
  fields.sharedUntil,
];
