import type { Ctx } from '@pii-vault/platform/context/ctx';
import type { Tx } from '@pii-vault/platform/db/database';
import { type Note, readNote, storedNote } from '@pii-vault/platform/free-text/note';
import { type NoteView, noteReadEntry, noteView, shownNote } from '@pii-vault/platform/free-text/note-view';
import { openText, type SealedText, sealText } from '@pii-vault/platform/text-keys/sealed-text';
import type { CompanyKeys } from '../keys/company-keys.ts';
import { textForm } from '../keys/text-form.ts';
import type { StoredErasure } from './erasures-store.ts';

/** Why somebody was erased, as the caller may read it. */
export interface ShownReason {
  readonly view: NoteView;
  /** '' when it is withheld. */
  readonly text: string;
  /** Identifiers in a reason that is shown, masked or not. */
  readonly identifiers: number;
}

const formOf = (companyId: number, individualId: number) =>
  textForm(companyId, 'erasure reason', individualId);

export function sealReason(
  keys: CompanyKeys,
  { companyId, individualId, reason }: { companyId: number; individualId: number; reason: string },
): Promise<SealedText> {
  return sealText(keys.texts, formOf(companyId, individualId), storedNote(reason));
}

/** One entry per company, naming the people, in the transaction that reads the rows; reasons are opened after its commit. */
export async function enterReasons(tx: Tx, ctx: Ctx, rows: readonly StoredErasure[]): Promise<void> {
  const read = rows.filter(({ companyId }) => noteView(ctx.caller, companyId) !== 'withheld');
  for (const companyId of new Set(read.map((row) => row.companyId))) {
    const people = read.filter((row) => row.companyId === companyId).map((row) => row.individualId);
    const objectIds = { register: 'erasures', entryIds: people.join(' ') };
    await tx.publish(noteReadEntry('vault', ctx, { companyId, objectIds, fieldNames: ['reason'] }));
  }
}

export async function readReason(keys: CompanyKeys, ctx: Ctx, row: StoredErasure): Promise<ShownReason> {
  const { companyId, individualId, reason } = row;
  if (noteView(ctx.caller, companyId) === 'withheld') return { view: 'withheld', text: '', identifiers: 0 };
  const opened = await openText(keys.texts, formOf(companyId, individualId), reason);
  return shownReason(ctx, companyId, readNote(opened));
}

/** A reason that the caller gave itself, shown by the same rule. */
export const givenReason = (ctx: Ctx, companyId: number, reason: string): ShownReason =>
  shownReason(ctx, companyId, readNote(storedNote(reason)));

function shownReason(ctx: Ctx, companyId: number, note: Note): ShownReason {
  const view = noteView(ctx.caller, companyId);
  const identifiers = view === 'withheld' ? 0 : note.identifiers.length;
  return { view, text: shownNote(note, view), identifiers };
}
