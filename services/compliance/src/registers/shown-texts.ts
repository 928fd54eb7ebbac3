import type { Caller } from '@pii-vault/platform/core/context/caller';
import {
  type NoteView,
  noteView,
  PUBLISHED_VIEW,
  shownNote,
} from '@pii-vault/platform/domain/free-text/note-view';
import type { ShownTexts as ShownTextsMessage } from '@pii-vault/proto/platform/v1/texts';
import type { Register, RegisterRow } from './register.ts';
import type { Notes, Texts } from './texts/sealed-texts.ts';

/** The texts of an entry as one caller may read them. */
export interface ShownTexts {
  readonly view: NoteView;
  /** Names of the texts that are not empty, also of those that are withheld. */
  readonly filled: readonly string[];
  /** Identifiers in the texts that are shown, masked or not. */
  readonly identifiers: number;
  /** What is withheld is ''. */
  readonly texts: Texts;
}

type Named = Pick<Register<never, never>, 'name' | 'published'>;

const isPrivate = ({ published }: Named, name: string) => !published.includes(name);

/** Names of the texts of a row that are decrypted for the caller and are not published. */
export function privateNames(register: Named, caller: Caller, row: RegisterRow): string[] {
  if (noteView(caller, row.companyId) === 'withheld') return [];
  return row.textNames.filter((name) => isPrivate(register, name));
}

/** Whether the caller may see any text of the register; other texts are not decrypted. */
export function mayOpen({ published }: Named, caller: Caller, { companyId }: RegisterRow): boolean {
  return published.length > 0 || noteView(caller, companyId) !== 'withheld';
}

/** @param notes undefined when they were not decrypted */
export function showTexts(
  register: Named,
  caller: Caller,
  { companyId, textNames }: RegisterRow,
  notes: Notes | undefined,
): ShownTexts {
  const view = noteView(caller, companyId);
  const viewOf = (name: string) => (isPrivate(register, name) ? view : PUBLISHED_VIEW);
  const entries = Object.entries(notes ?? {});
  const shown = entries.filter(([name]) => viewOf(name) !== 'withheld');
  return {
    view: register.name === 'purposes' ? PUBLISHED_VIEW : view,
    filled: textNames,
    identifiers: shown.reduce((sum, [, note]) => sum + note.identifiers.length, 0),
    texts: Object.fromEntries(entries.map(([name, note]) => [name, shownNote(note, viewOf(name))])),
  };
}

/** A text as a message has it: '' when empty, absent when it is withheld. */
export function textOf({ view, filled, texts }: ShownTexts, name: string): string | undefined {
  return view === 'withheld' && filled.includes(name) ? undefined : (texts[name] ?? '');
}

export function textsMessage({ view, filled, identifiers }: ShownTexts): ShownTextsMessage {
  return { view, filled, identifiers };
}
