import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { auditMessage } from '@pii-vault/platform/domain/audit-entry';
import { noteReadEntry } from '@pii-vault/platform/domain/free-text/note-view';
import type { TextKeys } from '@pii-vault/platform/domain/text-keys/text-keys';
import type { Tx } from '@pii-vault/platform/postgres/database';
import type { Register, RegisterRow } from './register.ts';
import { mayOpen, privateNames, type ShownTexts, showTexts } from './shown-texts.ts';
import { type Notes, openTexts } from './texts/sealed-texts.ts';

type Named = Pick<Register<never, never>, 'name' | 'published'>;

/**
 * Enters that the caller reads the texts of these rows: one entry per company, naming every row. Called in the
 * transaction that reads the rows; they are decrypted after its commit. Published texts need no entry.
 */
export async function enterReading(
  tx: Tx,
  ctx: Ctx,
  register: Named,
  rows: readonly RegisterRow[],
): Promise<void> {
  const read = rows.filter((row) => privateNames(register, ctx.caller, row).length > 0);
  for (const companyId of new Set(read.map((row) => row.companyId))) {
    const own = read.filter((row) => row.companyId === companyId);
    const entryIds = own.map(({ id }) => id).join(' ');
    const fieldNames = [...new Set(own.flatMap((row) => privateNames(register, ctx.caller, row)))];
    const objectIds = { register: register.name, entryIds };
    await tx.publish(noteReadEntry('compliance', ctx, { companyId, objectIds, fieldNames }));
  }
}

/** Audits that a change decrypts a row's texts to write them again; the caller sees none of them. */
export async function enterRewriting(tx: Tx, ctx: Ctx, { name }: Named, row: RegisterRow): Promise<void> {
  const { companyId, id } = row;
  const objectIds = { job: 'register_update', register: name, entryId: String(id) };
  await tx.publish(
    auditMessage('compliance', ctx, { action: 'data_work', companyId, objectIds, ticket: 'work' }),
  );
}

/** The texts of a row as the caller may read them; call it after the commit of enterReading. */
export async function readTexts(
  keys: TextKeys,
  ctx: Ctx,
  register: Named,
  row: RegisterRow,
): Promise<ShownTexts> {
  const notes = mayOpen(register, ctx.caller, row) ? await openNotes(keys, register, row) : undefined;
  return showTexts(register, ctx.caller, row, notes);
}

export function openNotes(keys: TextKeys, { name }: Pick<Named, 'name'>, row: RegisterRow): Promise<Notes> {
  const { companyId, textId, texts, textKeyVersion } = row;
  const stored = { sealed: texts, keyVersion: textKeyVersion };
  return openTexts(keys, { companyId, register: name, textId }, stored);
}
