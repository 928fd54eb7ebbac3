import { noteViews, type ShownTexts } from '@pii-vault/contract/free-text';
import { oneOf } from './values.ts';

/** A service's facts about the texts of one response. */
export interface TextsMessage {
  readonly view: string;
  readonly filled: readonly string[];
  readonly identifiers: number;
}

export function toShownTexts({ view, filled, identifiers }: TextsMessage): ShownTexts {
  return { view: oneOf(noteViews, view), filled: [...filled], identifiers };
}

/** The text, or null for a withheld one that is not empty. */
export function toShownText({ view, filled }: ShownTexts, name: string, text: string): string | null {
  return view === 'withheld' && filled.includes(name) ? null : text;
}
