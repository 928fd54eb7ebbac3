import { only } from '@pii-vault/platform/postgres/only';
import { GRIEVANCE_DUE_AT } from '../../facts/register-facts.ts';
import { listTexts, lockRow, type Register, ROW_COLUMNS, textQueries } from '../register.ts';
import type { GrievanceFields, GrievanceRow } from './grievance.ts';

const COLUMNS = `${ROW_COLUMNS}, category, individual_id AS "individualId", received_at AS "receivedAt",
  period_days AS "periodDays", ${GRIEVANCE_DUE_AT} AS "dueAt", closed_at AS "closedAt"`;
export const LIST_GRIEVANCES = textQueries('grievances', COLUMNS);

export const grievanceRegister: Register<GrievanceRow, GrievanceFields> = {
  name: 'grievances',
  textLimits: { description: 5_000, resolution: 5_000 },
  published: [],
  async insert(tx, companyId, { fields, textId, sealed, textNames }) {
    return only(
      await tx.query<GrievanceRow>(
        `INSERT INTO grievances (company_id, category, individual_id, received_at, period_days, due_at, closed_at,
           text_id, texts, text_key_version, text_names)
         VALUES ($1::bigint, $2::text, $3::bigint, $4::timestamptz, $5::smallint, $6::timestamptz, $7::timestamptz,
           $8::uuid, $9::bytea, $10::int, $11::text[])
         RETURNING ${COLUMNS}`,
        [
          companyId,
          fields.category,
          fields.individualId,
          fields.receivedAt,
          fields.periodDays,
          fields.dueAt,
          fields.closedAt,
          textId,
          sealed.sealed,
          sealed.keyVersion,
          textNames,
        ],
      ),
    );
  },
  lock: (tx, id) => lockRow<GrievanceRow>(tx, 'grievances', { columns: COLUMNS, id }),
  async update(tx, { companyId, id }, { fields, sealed, textNames }) {
    return only(
      await tx.query<GrievanceRow>(
        `UPDATE grievances SET category = $3::text, closed_at = $4::timestamptz, texts = $5::bytea,
           text_key_version = $6::int, text_names = $7::text[], updated_at = now(), row_version = row_version + 1
         WHERE company_id = $1::bigint AND id = $2::bigint RETURNING ${COLUMNS}`,
        [companyId, id, fields.category, fields.closedAt, sealed.sealed, sealed.keyVersion, textNames],
      ),
    );
  },
  list: (tx, page) => listTexts<GrievanceRow>(tx, LIST_GRIEVANCES, page),
};
