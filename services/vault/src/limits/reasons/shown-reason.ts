import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { type Note, readNote, storedNote } from '@pii-vault/platform/domain/free-text/note';
import {
  type NoteView,
  noteReadEntry,
  noteView,
  shownNote,
} from '@pii-vault/platform/domain/free-text/note-view';
import {
  openText,
  type SealedText,
  sealText,
  type TextForm,
} from '@pii-vault/platform/domain/text-keys/sealed-text';
import type { Tx } from '@pii-vault/platform/postgres/database';
import type { CompanyKeys } from '../../keys/company-keys/company-keys.ts';

/** A free-text reason as the caller may read it (decision 0043). */
export interface ShownReason {
  readonly view: NoteView;
  /** '' when it is withheld. */
  readonly text: string;
  /** Number of identifiers in a shown reason, masked or not. */
  readonly identifiers: number;
}

/** The reason as messages have it: every erasure and every approval has one. */
export const reasonMessage = ({ view, text, identifiers }: ShownReason) => ({
  reason: view === 'withheld' ? undefined : text,
  texts: { view, filled: ['reason'], identifiers },
});

/** An object with a reason: an erasure, an approval. */
interface Reasoned {
  readonly companyId: number;
  /** Name of the object in the audit entry. */
  readonly entryId: number;
}

/** The text is sealed with its identifiers. */
export function sealReason({ texts }: CompanyKeys, form: TextForm, reason: string): Promise<SealedText> {
  return sealText(texts, form, storedNote(reason));
}

/**
 * Publishes one text_read entry per company that names the objects whose reasons the caller reads. Call it in the
 * transaction that reads the rows; open the reasons after its commit.
 */
export async function enterReasons(
  tx: Tx,
  ctx: Ctx,
  register: 'erasures' | 'approvals',
  rows: readonly Reasoned[],
): Promise<void> {
  const read = rows.filter(({ companyId }) => noteView(ctx.caller, companyId) !== 'withheld');
  for (const companyId of new Set(read.map((row) => row.companyId))) {
    const ids = read.filter((row) => row.companyId === companyId).map((row) => row.entryId);
    const objectIds = { register, entryIds: ids.join(' ') };
    await tx.publish(noteReadEntry('vault', ctx, { companyId, objectIds, fieldNames: ['reason'] }));
  }
}

/** Decrypts nothing for a caller without notes:read. Requires the entry of enterReasons. */
export async function readReason(
  { texts }: CompanyKeys,
  ctx: Ctx,
  form: TextForm,
  reason: SealedText,
): Promise<ShownReason> {
  const { companyId } = form;
  if (noteView(ctx.caller, companyId) === 'withheld') return { view: 'withheld', text: '', identifiers: 0 };
  return shownReason(ctx, companyId, readNote(await openText(texts, form, reason)));
}

/** A reason that the caller wrote, shown by the same rule. */
export const givenReason = (ctx: Ctx, companyId: number, reason: string): ShownReason =>
  shownReason(ctx, companyId, readNote(storedNote(reason)));

function shownReason(ctx: Ctx, companyId: number, note: Note): ShownReason {
  const view = noteView(ctx.caller, companyId);
  const identifiers = view === 'withheld' ? 0 : note.identifiers.length;
  return { view, text: shownNote(note, view), identifiers };
}
