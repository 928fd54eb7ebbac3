import { only } from '@pii-vault/platform/postgres/only';
import { listTexts, lockRow, type Register, ROW_COLUMNS, textQueries } from '../register.ts';
import { HEADINGS, type IncidentFields, type IncidentRow } from './incident.ts';

const COLUMNS = `${ROW_COLUMNS}, aware_at AS "awareAt", occurred_at AS "occurredAt", affected,
  extended_until AS "extendedUntil", reported_at AS "reportedAt", filled`;
export const LIST_INCIDENTS = textQueries('incidents', COLUMNS);

export const incidentRegister: Register<IncidentRow, IncidentFields> = {
  name: 'incidents',
  textLimits: Object.fromEntries(HEADINGS.map((heading) => [heading, 10_000])),
  published: [],
  async insert(tx, companyId, { fields, textId, sealed, textNames }) {
    return only(
      await tx.query<IncidentRow>(
        `INSERT INTO incidents (company_id, aware_at, occurred_at, affected, extended_until, reported_at, filled,
           text_id, texts, text_key_version, text_names)
         VALUES ($1::bigint, $2::timestamptz, $3::timestamptz, $4::bigint, $5::timestamptz, $6::timestamptz,
           $7::text[], $8::uuid, $9::bytea, $10::int, $11::text[])
         RETURNING ${COLUMNS}`,
        [companyId, ...valuesOf(fields), textId, sealed.sealed, sealed.keyVersion, textNames],
      ),
    );
  },
  lock: (tx, id) => lockRow<IncidentRow>(tx, 'incidents', { columns: COLUMNS, id }),
  async update(tx, { companyId, id }, { fields, sealed, textNames }) {
    return only(
      await tx.query<IncidentRow>(
        `UPDATE incidents SET aware_at = $3::timestamptz, occurred_at = $4::timestamptz, affected = $5::bigint,
           extended_until = $6::timestamptz, reported_at = $7::timestamptz, filled = $8::text[],
           texts = $9::bytea, text_key_version = $10::int, text_names = $11::text[], updated_at = now(), row_version = row_version + 1
         WHERE company_id = $1::bigint AND id = $2::bigint RETURNING ${COLUMNS}`,
        [companyId, id, ...valuesOf(fields), sealed.sealed, sealed.keyVersion, textNames],
      ),
    );
  },
  list: (tx, page) => listTexts<IncidentRow>(tx, LIST_INCIDENTS, page),
};

const valuesOf = (fields: IncidentFields): readonly unknown[] => [
  fields.awareAt,
  fields.occurredAt,
  fields.affected,
  fields.extendedUntil,
  fields.reportedAt,
  fields.filled,
];
