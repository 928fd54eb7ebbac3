import { randomUUID } from 'node:crypto';
import { auditMessage } from '@pii-vault/platform/audit/audit-entry';
import type { Ctx } from '@pii-vault/platform/context/ctx';
import { requirePermission } from '@pii-vault/platform/context/permissions';
import type { Database, Tx } from '@pii-vault/platform/db/database';
import { scopeWith } from '@pii-vault/platform/db/scope-with';
import { notFound } from '@pii-vault/platform/errors/not-found';
import { once } from '@pii-vault/platform/idempotency/once';
import type { TextKeys } from '@pii-vault/platform/text-keys/text-keys';
import { stale } from '../errors.ts';
import { requestRun } from '../run-requests/run-request-store.ts';
import { openTexts, requestDigest, sealTexts, type Texts } from '../texts/sealed-texts.ts';
import { checkTexts, type Entry, type Register, type RegisterPage, type RegisterRow } from './register.ts';

export interface RegisterDeps {
  readonly db: Pick<Database, 'tenant'>;
  readonly keys: TextKeys;
}

const READ = 'compliance:read';
const MANAGE = 'compliance:manage';
const DEFAULT_LIMIT = 50;
const MAX_LIMIT = 200;

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
  ): Promise<Entry<Row>> => {
    const { companyId, fields, texts } = input;
    requirePermission(ctx, MANAGE, companyId);
    checkTexts(register, texts);
    const place = { companyId, register: register.name, textId: randomUUID() };
    const sealed = await sealTexts(keys, place, texts);
    const parts = [await requestDigest(keys, companyId, toText(request))];
    const call = { companyId, route: `POST /${register.name}`, parts };
    const row = await db.tenant(scopeWith(ctx.caller, MANAGE), (tx) => {
      const insert = async () => {
        const made = await register.insert(tx, companyId, { fields, textId: place.textId, sealed });
        await tell(tx, ctx, 'register_create', register.name, made);
        return made;
      };
      return once(tx, ctx, call, insert, async (id) => await register.lock(tx, id));
    });
    return await opened(keys, register, row);
  };
}

/** What a change makes of an entry; it throws when the entry may not become that. */
export type Change<Row extends RegisterRow, Fields> = (entry: Entry<Row>) => {
  readonly fields: Fields;
  readonly texts: Texts;
  /** Names of what changes, for the trail. */
  readonly fieldNames: readonly string[];
};

/** Changes an entry. @throws AppError NOT_FOUND, STALE (also when somebody else was quicker) */
export function changeEntry<Row extends RegisterRow, Fields extends object>(
  { db, keys }: RegisterDeps,
  register: Register<Row, Fields>,
) {
  return async (
    ctx: Ctx,
    id: number,
    ifRowVersion: number | undefined,
    change: Change<Row, Fields>,
  ): Promise<Entry<Row>> => {
    const scope = scopeWith(ctx.caller, MANAGE);
    const seen = await db.tenant(scope, (tx) => register.lock(tx, id));
    if (seen === undefined) throw notFound();
    if (ifRowVersion !== undefined && ifRowVersion !== seen.rowVersion) throw stale();
    const { fields, texts, fieldNames } = change(await opened(keys, register, seen));
    checkTexts(register, texts);
    const place = { companyId: seen.companyId, register: register.name, textId: seen.textId };
    const sealed = await sealTexts(keys, place, texts);
    const row = await db.tenant(scope, async (tx) => {
      const before = await register.lock(tx, id);
      if (before === undefined) throw notFound();
      if (before.rowVersion !== seen.rowVersion) throw stale();
      const after = await register.update(tx, before, { fields, textId: seen.textId, sealed });
      await tell(tx, ctx, 'register_update', register.name, after, fieldNames);
      return after;
    });
    return { row, texts };
  };
}

export function listEntries<Row extends RegisterRow, Fields extends object>(
  { db, keys }: RegisterDeps,
  register: Register<Row, Fields>,
) {
  return async (
    ctx: Ctx,
    page: RegisterPage,
  ): Promise<{ readonly entries: Entry<Row>[]; readonly nextBeforeId: number | undefined }> => {
    const limit = Math.min(page.limit > 0 ? page.limit : DEFAULT_LIMIT, MAX_LIMIT);
    const found = await db.tenant(scopeWith(ctx.caller, READ), (tx) =>
      register.list(tx, { ...page, limit: limit + 1 }),
    );
    const rows = found.slice(0, limit);
    const entries = await Promise.all(rows.map((row) => opened(keys, register, row)));
    return { entries, nextBeforeId: found.length > limit ? rows.at(-1)?.id : undefined };
  };
}

async function opened<Row extends RegisterRow>(
  keys: TextKeys,
  register: Pick<Register<Row, never>, 'name'>,
  row: Row,
): Promise<Entry<Row>> {
  const { companyId, textId, texts, textKeyVersion } = row;
  const stored = { sealed: texts, keyVersion: textKeyVersion };
  return { row, texts: await openTexts(keys, { companyId, register: register.name, textId }, stored) };
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

const toText = (request: unknown): string =>
  JSON.stringify(request, (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
