import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { AppError } from '@pii-vault/platform/core/errors/app-error';
import { notFound } from '@pii-vault/platform/core/errors/not-found';
import { requireVersion } from '@pii-vault/platform/core/errors/stale';
import { canonicalise } from '@pii-vault/platform/domain/field-types/canonical';
import { FIELD_CODES, type FieldType, isFieldType } from '@pii-vault/platform/domain/field-types/field-type';
import { storedNote } from '@pii-vault/platform/domain/free-text/note';
import { sealText } from '@pii-vault/platform/domain/text-keys/sealed-text';
import type { Database, Tx } from '@pii-vault/platform/postgres/database';
import type { ConsentDetails } from '../../consents/consent.ts';
import { invalidField, invalidRecord } from '../../errors.ts';
import type { CompanyKeys } from '../../keys/company-keys/company-keys.ts';
import { textForm } from '../../keys/company-keys/text-form.ts';
import type { SpendErasure } from '../../limits/budgets/spend-daily.ts';
import type { WriteGate } from '../../limits/write-gate.ts';
import { inRetriedTransaction, once } from '../idempotency/once.ts';
import { adoptedKey, writtenOr } from '../records/create-record.ts';
import { hasEqualValue } from '../records/person.ts';
import type { WritePeople } from '../records/write-people.ts';

export interface NewFieldInput {
  readonly companyId: number;
  readonly individualId: number;
  readonly fieldType: string;
  readonly plainValue: string;
  readonly consent: ConsentDetails;
  readonly retentionExpiry?: Date;
  /** JSON text of the caller; stored encrypted. */
  readonly sourceContext?: string;
  /** The record version that the person must have; absent: any. */
  readonly ifRowVersion?: number;
}

export interface FieldWritten {
  readonly id: number;
  readonly version: number;
  readonly createdAt: Date;
}

export interface CreateFieldDeps {
  readonly db: Pick<Database, 'tenant'>;
  readonly keys: CompanyKeys;
  readonly writePeople: WritePeople;
  readonly gate: WriteGate;
  readonly spendErasure: SpendErasure;
}

export type CreateField = (ctx: Ctx, input: NewFieldInput) => Promise<FieldWritten>;

const MAX_CONTEXT = 16_384;
/** A stored value is not made to end sooner than this, so that another write can undo it. */
const NOTICE_MS = 7 * 86_400_000;

/** One value of a person; the same type again is a correction. */
export function createFieldUseCase(deps: CreateFieldDeps): CreateField {
  const create = creating(deps);
  return async (ctx, input) => {
    const { companyId } = input;
    await deps.gate.requireMayWrite(ctx, companyId);
    try {
      const { hasEqual, ...written } = await create(ctx, input);
      if (hasEqual) await deps.gate.count(ctx, companyId, { answers: 1 });
      return written;
    } catch (error) {
      if (AppError.from(error).code === 'ALREADY_EXISTS')
        await deps.gate.count(ctx, companyId, { answers: 1 });
      throw error;
    }
  };
}

interface Written extends FieldWritten {
  /** The stored value is equal, so there is no new version. */
  readonly hasEqual: boolean;
}

function creating(deps: CreateFieldDeps): (ctx: Ctx, input: NewFieldInput) => Promise<Written> {
  return async (ctx, input) => {
    const { companyId, individualId, consent, retentionExpiry, sourceContext, ifRowVersion } = input;
    const [type, value] = validated(input);
    if (retentionExpiry !== undefined) await judgeSoonerEnd(deps, ctx, { ...input, type, retentionExpiry });
    const adopted = await adoptedKey(deps.db, ctx, companyId, individualId);
    const person = {
      values: new Map([[type, value]]),
      individualId,
      ...(adopted === undefined ? {} : { adoptedMasterKey: adopted }),
      ...(retentionExpiry === undefined ? {} : { retentionExpiry }),
      ...(ifRowVersion === undefined ? {} : { ifRowVersion }),
      // The context of the former version stays with that version.
      ...(sourceContext === undefined ? {} : { isNewVersion: true as const }),
    };
    const request = { ...input, consent: { ...consent, date: undefined }, ifRowVersion: undefined };
    const call = { companyId, route: 'POST /pii-fields', request };
    let hasEqual = false;
    const written = await inRetriedTransaction(deps.db, companyId, (tx) =>
      once(deps.keys, ctx, tx, call, async () => {
        const [result] = await deps.writePeople(tx, ctx, { companyId, consent, onExisting: 'reject' }, [
          person,
        ]);
        hasEqual = hasEqualValue(writtenOr(result));
        const field = await activeVersion(tx, companyId, individualId, type);
        if (sourceContext !== undefined) {
          await storeContext(
            deps,
            tx,
            { companyId, individualId, type, version: field.version },
            sourceContext,
          );
        }
        return { ...field, createdAt: field.createdAt.toISOString() };
      }),
    );
    return { ...written, createdAt: new Date(written.createdAt), hasEqual };
  };
}

function validated({
  fieldType,
  plainValue,
  retentionExpiry,
  sourceContext,
}: NewFieldInput): [FieldType, string] {
  if (!isFieldType(fieldType)) throw invalidField('FIELD_TYPE_UNKNOWN', 'fieldType', 'is not known');
  const result = canonicalise(fieldType, plainValue);
  if (!result.ok) throw invalidRecord([{ path: 'plainValue', message: result.message }]);
  if (retentionExpiry !== undefined && retentionExpiry <= new Date()) {
    throw invalidField('RETENTION_INVALID', 'retentionExpiry', 'must lie in the future');
  }
  if (sourceContext !== undefined && sourceContext.length > MAX_CONTEXT) {
    throw invalidField('SOURCE_CONTEXT_TOO_LONG', 'sourceContext', `may have ${MAX_CONTEXT} characters`);
  }
  return [fieldType, result.value];
}

interface NewEnd {
  readonly companyId: number;
  readonly individualId: number;
  readonly type: FieldType;
  readonly retentionExpiry: Date;
  readonly ifRowVersion?: number;
}

/**
 * A stored value that is to end sooner is a deletion with notice: it counts as one (decision 0086). A deletion needs a
 * proof, so nothing is made to end at once here.
 * @throws AppError INVALID_ARGUMENT RETENTION_TOO_SOON, FAILED_PRECONDITION STALE, PERMISSION_DENIED APPROVAL_REQUIRED
 */
async function judgeSoonerEnd(deps: CreateFieldDeps, ctx: Ctx, end: NewEnd): Promise<void> {
  const { companyId, individualId, type, retentionExpiry, ifRowVersion } = end;
  const [sooner] = await deps.db.tenant({ companies: [companyId] }, (tx) =>
    tx.query<{ record_version: number }>(
      `SELECT i.record_version FROM pii_fields f
       JOIN individuals i ON i.company_id = f.company_id AND i.id = f.individual_id
       WHERE f.company_id = $1 AND f.individual_id = $2 AND f.field_type = $3 AND f.state = 1
         AND (f.retention_expiry IS NULL OR f.retention_expiry > $4::timestamptz)`,
      [companyId, individualId, FIELD_CODES[type], retentionExpiry],
    ),
  );
  if (sooner === undefined) return;
  if (retentionExpiry.getTime() < Date.now() + NOTICE_MS) {
    const message =
      'must leave seven days for a value that is stored already; delete the value to end it sooner';
    throw invalidField('RETENTION_TOO_SOON', 'retentionExpiry', message);
  }
  // A stale call is refused by the write, and must not use up the budget before.
  requireVersion(ifRowVersion, sooner.record_version);
  await deps.spendErasure(ctx, companyId);
}

async function activeVersion(
  tx: Tx,
  companyId: number,
  individualId: number,
  type: FieldType,
): Promise<FieldWritten> {
  const [row] = await tx.query<{ id: number; version: number; created_at: Date }>(
    `SELECT id, version, created_at FROM pii_fields
     WHERE company_id = $1 AND individual_id = $2 AND field_type = $3 AND state = 1`,
    [companyId, individualId, FIELD_CODES[type]],
  );
  if (row === undefined) throw notFound();
  return { id: row.id, version: row.version, createdAt: row.created_at };
}

async function storeContext(
  deps: CreateFieldDeps,
  tx: Tx,
  field: { companyId: number; individualId: number; type: FieldType; version: number },
  text: string,
): Promise<void> {
  const { companyId, individualId, type, version } = field;
  const form = textForm(companyId, 'source context', individualId, type, version);
  const { keyVersion, sealed } = await sealText(deps.keys.texts, form, storedNote(text));
  await tx.query(
    `INSERT INTO field_contexts (company_id, individual_id, field_type, version, text_key_version, sealed)
     VALUES ($1, $2, $3, $4, $5, $6)`,
    [companyId, individualId, FIELD_CODES[type], version, keyVersion, sealed],
  );
}
