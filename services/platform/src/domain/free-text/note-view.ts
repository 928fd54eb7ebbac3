import type { Caller, ServiceName } from '../../core/context/caller.ts';
import type { Ctx } from '../../core/context/ctx.ts';
import { hasPermission } from '../../core/context/permissions.ts';
import type { OutboxMessage } from '../../postgres/outbox-message.ts';
import { type AuditFacts, auditMessage } from '../audit-entry.ts';
import { maskedNote, type Note } from './note.ts';

/**
 * Permission to read what people wrote. Identifiers in it stay masked: a value is read from its field, for a purpose.
 */
export const READ_NOTES = 'notes:read';

/** How a company's free text is shown: with identifiers masked, or not at all. */
export const NOTE_VIEWS = ['masked', 'withheld'] as const;
export type NoteView = (typeof NOTE_VIEWS)[number];

export function noteView(caller: Caller, companyId: number): NoteView {
  return hasPermission(caller, READ_NOTES, companyId) ? PUBLISHED_VIEW : 'withheld';
}

/** View of a text that its company publishes, such as a purpose's description: it is never withheld. */
export const PUBLISHED_VIEW: NoteView = 'masked';

/** The text of a note for a reader; '' when it is withheld. */
export function shownNote(note: Note, view: NoteView): string {
  return view === 'withheld' ? '' : maskedNote(note);
}

/** The entry that is committed before a text is decrypted for a reader: which objects, which texts; never a text. */
export function noteReadEntry(
  service: ServiceName,
  ctx: Ctx,
  facts: Pick<AuditFacts, 'companyId' | 'individualId' | 'objectIds' | 'fieldNames'>,
): OutboxMessage {
  return auditMessage(service, ctx, { ...facts, action: 'text_read' });
}
