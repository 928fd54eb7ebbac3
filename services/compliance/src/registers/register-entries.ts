import { randomUUID } from 'node:crypto';
import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { requirePermission } from '@pii-vault/platform/core/context/permissions';
import { notFound } from '@pii-vault/platform/core/errors/not-found';
import { requireVersion, stale } from '@pii-vault/platform/core/errors/stale';
import { cursorOf } from '@pii-vault/platform/core/tables/list-cursor';
import { yieldToEventLoop } from '@pii-vault/platform/core/threads/yield-to-event-loop';
import { auditMessage } from '@pii-vault/platform/domain/audit-entry';
import type { TextKeys } from '@pii-vault/platform/domain/text-keys/text-keys';
import type { Database, Tx } from '@pii-vault/platform/postgres/database';
import { once } from '@pii-vault/platform/postgres/idempotency/once';
import { scopeWith } from '@pii-vault/platform/postgres/scope-with';
import { enterReading, enterRewriting, openNotes, readTexts } from './read-texts.ts';
import { checkTexts, type Entry, type Register, type RegisterPage, type RegisterRow } from './register.ts';
import { requestRun } from './run-requests/run-request-store.ts';
import type { ShownTexts } from './shown-texts.ts';
import { filledNames, plainTexts, requestDigest, sealTexts, type Texts } from './texts/sealed-texts.ts';

export interface RegisterDeps {
  readonly db: Pick<Database, 'tenant'>;
  readonly keys: TextKeys;
}

/** An entry as the caller may read it. */
export interface ShownEntry<Row extends RegisterRow> {
  readonly row: Row;
  readonly shown: ShownTexts;
}

const READ = 'compliance:read';
const MANAGE = 'compliance:manage';
const DEFAULT_LIMIT = 50;
const MAX_LIMIT = 200;
/** Bytes of sealed texts after which requests of others run: decrypting and parsing them takes about 3 ms. */
const READ_AT_ONCE = 64 * 1024;

/** Adds an entry; once per Idempotency-Key. @throws AppError NOT_FOUND for a company that does not exist */
export function createEntry<Row extends RegisterRow, Fields extends object>(
  { db, keys }: RegisterDeps,
  register: Register<Row, Fields>,
) {
  return async (
    ctx: Ctx,
    input: { readonly companyId: number; readonly fields: Fields; readonly texts: Texts },
    /** The request as it came, to know a repetition by. */
    request: unknown,
  ): Promise<ShownEntry<Row>> => {
    const { companyId, fields, texts } = input;
    requirePermission(ctx, MANAGE, companyId);
    checkTexts(register, texts);
    const place = { companyId, register: register.name, textId: randomUUID() };
    const sealed = await sealTexts(keys, place, texts);
    const written = { fields, textId: place.textId, sealed, textNames: filledNames(texts) };
    const parts = [await requestDigest(keys, companyId, JSON.stringify(request))];
    const call = { companyId, route: `POST /${register.name}`, parts };
    const row = await db.tenant(scopeWith(ctx.caller, MANAGE), async (tx) => {
      const insert = async () => {
        const made = await register.insert(tx, companyId, written);
        await tell(tx, ctx, 'register_create', register.name, made);
        return made;
      };
      const made = await once(tx, ctx, call, insert, async (id) => await register.lock(tx, id));
      await enterReading(tx, ctx, register, [made]);
      return made;
    });
    return { row, shown: await readTexts(keys, ctx, register, row) };
  };
}

/** Computes the changed entry; throws when the change is not allowed. */
export type Change<Row extends RegisterRow, Fields> = (entry: Entry<Row>) => {
  readonly fields: Fields;
  readonly texts: Texts;
  /** Names of what changes, for the trail. */
  readonly fieldNames: readonly string[];
};

/** Changes an entry. @throws AppError NOT_FOUND, STALE (also after a concurrent change) */
export function changeEntry<Row extends RegisterRow, Fields extends object>(
  { db, keys }: RegisterDeps,
  register: Register<Row, Fields>,
) {
  return async (
    ctx: Ctx,
    id: number,
    ifRowVersion: number | undefined,
    change: Change<Row, Fields>,
  ): Promise<ShownEntry<Row>> => {
    const scope = scopeWith(ctx.caller, MANAGE);
    const seen = await db.tenant(scope, async (tx) => {
      const found = await register.lock(tx, id);
      if (found === undefined) throw notFound();
      requireVersion(ifRowVersion, found.rowVersion);
      await enterRewriting(tx, ctx, register, found);
      return found;
    });
    const former = plainTexts(await openNotes(keys, register, seen));
    const { fields, texts, fieldNames } = change({ row: seen, texts: former });
    checkTexts(register, texts);
    const place = { companyId: seen.companyId, register: register.name, textId: seen.textId };
    const sealed = await sealTexts(keys, place, texts);
    const written = { fields, textId: seen.textId, sealed, textNames: filledNames(texts) };
    const row = await db.tenant(scope, async (tx) => {
      const before = await register.lock(tx, id);
      if (before === undefined) throw notFound();
      if (before.rowVersion !== seen.rowVersion) throw stale();
      const after = await register.update(tx, before, written);
      await tell(tx, ctx, 'register_update', register.name, after, fieldNames);
      await enterReading(tx, ctx, register, [after]);
      return after;
    });
    return { row, shown: await readTexts(keys, ctx, register, row) };
  };
}

export function listEntries<Row extends RegisterRow, Fields extends object>(
  { db, keys }: RegisterDeps,
  register: Register<Row, Fields>,
) {
  return async (
    ctx: Ctx,
    page: RegisterPage,
  ): Promise<{ readonly entries: ShownEntry<Row>[]; readonly nextCursor: string | undefined }> => {
    const limit = Math.min(page.limit > 0 ? page.limit : DEFAULT_LIMIT, MAX_LIMIT);
    const { rows, isMore } = await db.tenant(scopeWith(ctx.caller, READ), async (tx) => {
      const found = await register.list(tx, { ...page, limit });
      await enterReading(tx, ctx, register, found.rows);
      return found;
    });
    const entries: ShownEntry<Row>[] = [];
    let bytes = 0;
    for (const row of rows) {
      if (bytes > READ_AT_ONCE) {
        await yieldToEventLoop();
        bytes = 0;
      }
      bytes += row.texts.length;
      entries.push({ row, shown: await readTexts(keys, ctx, register, row) });
    }
    const last = isMore ? rows.at(-1) : undefined;
    return { entries, nextCursor: last && cursorOf(last.id) };
  };
}

/** The trail learns that and which names, never a text; the company's rules are evaluated again. */
async function tell(
  tx: Tx,
  ctx: Ctx,
  action: 'register_create' | 'register_update',
  register: string,
  { id, companyId }: RegisterRow,
  fieldNames: readonly string[] = [],
): Promise<void> {
  const objectIds = { register, entryId: String(id) };
  await tx.publish(auditMessage('compliance', ctx, { action, companyId, objectIds, fieldNames }));
  await requestRun(tx, companyId);
}
