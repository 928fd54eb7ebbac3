import { z } from 'zod';
import { countSchema } from './scalars.ts';

/**
 * How free text is shown: with masked identifiers, or not at all (without notes:read). No permission shows
 * identifiers.
 */
export const noteViews = ['masked', 'withheld'] as const;
export type NoteView = (typeof noteViews)[number];

/** Facts about the free texts of a response; a withheld text that is not empty is null. */
export const shownTextsSchema = z
  .object({
    view: z.enum(noteViews),
    /** Names of the non-empty texts, including withheld ones. */
    filled: z.array(z.string()),
    /** Number of Aadhaar numbers, PANs, phone numbers, e-mail addresses, accounts and cards in the shown texts. */
    identifiers: countSchema,
  })
  .meta({ id: 'ShownTexts' });
export type ShownTexts = z.output<typeof shownTextsSchema>;

/** A free text: '' when empty, null when withheld. */
export const shownTextSchema = z.string().nullable();
