import type { Tx } from '@pii-vault/platform/postgres/database';
import { only } from '@pii-vault/platform/postgres/only';
import { keyTaken } from '../../errors.ts';
import { listTexts, lockRow, type Register, ROW_COLUMNS, textQueries } from '../register.ts';
import type { PurposeFields, PurposeRow } from './purpose.ts';

const COLUMNS = `${ROW_COLUMNS}, purpose, lawful_basis AS "lawfulBasis", notices`;
/** Notices of the named purposes, for the comparison of consents with the register. */
export async function readNotices(
  tx: Tx,
  companyId: number,
  purposes: readonly string[],
): Promise<Pick<PurposeFields, 'purpose' | 'notices'>[]> {
  return await tx.query(
    'SELECT purpose, notices FROM purposes WHERE company_id = $1::bigint AND purpose = ANY ($2::text[])',
    [companyId, purposes],
  );
}

export const LIST_PURPOSES = textQueries('purposes', COLUMNS, 'purpose = ANY ($4::text[])');

export const purposeRegister: Register<PurposeRow, PurposeFields> = {
  name: 'purposes',
  textLimits: { description: 2_000 },
  published: ['description'],
  async insert(tx, companyId, { fields, textId, sealed, textNames }) {
    return only(
      await tx
        .query<PurposeRow>(
          `INSERT INTO purposes (company_id, purpose, lawful_basis, notices, text_id, texts, text_key_version, text_names)
         VALUES ($1::bigint, $2::text, $3::text, $4::jsonb, $5::uuid, $6::bytea, $7::int, $8::text[]) RETURNING ${COLUMNS}`,
          [
            companyId,
            fields.purpose,
            fields.lawfulBasis,
            JSON.stringify(fields.notices),
            textId,
            sealed.sealed,
            sealed.keyVersion,
            textNames,
          ],
        )
        .catch(keyTaken('PURPOSE_EXISTS')),
    );
  },
  lock: (tx, id) => lockRow<PurposeRow>(tx, 'purposes', { columns: COLUMNS, id }),
  async update(tx, { companyId, id }, { fields, sealed, textNames }) {
    return only(
      await tx.query<PurposeRow>(
        `UPDATE purposes SET lawful_basis = $3::text, notices = $4::jsonb, texts = $5::bytea,
           text_key_version = $6::int, text_names = $7::text[], updated_at = now(), row_version = row_version + 1
         WHERE company_id = $1::bigint AND id = $2::bigint RETURNING ${COLUMNS}`,
        [
          companyId,
          id,
          fields.lawfulBasis,
          JSON.stringify(fields.notices),
          sealed.sealed,
          sealed.keyVersion,
          textNames,
        ],
      ),
    );
  },
  list: (tx, page) => listTexts<PurposeRow>(tx, LIST_PURPOSES, page),
};
