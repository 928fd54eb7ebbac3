import { z } from 'zod';
import { countSchema } from './scalars.ts';

/** How free text is shown: with identifiers masked, or not at all (without notes:read). No permission shows identifiers. */
export const noteViews = ['masked', 'withheld'] as const;
export type NoteView = (typeof noteViews)[number];

/** What an answer says of its free texts; a text that is filled and withheld is null. */
export const shownTextsSchema = z
  .object({
    view: z.enum(noteViews),
    /** Names of the texts that are not empty, also of those that are withheld. */
    filled: z.array(z.string()),
    /** Aadhaar numbers, PANs, phone numbers, e-mail addresses, accounts and cards in the texts that are shown. */
    identifiers: countSchema,
  })
  .meta({ id: 'ShownTexts' });
export type ShownTexts = z.output<typeof shownTextsSchema>;

/** A free text: '' when there is none, null when it is withheld. */
export const shownTextSchema = z.string().nullable();
