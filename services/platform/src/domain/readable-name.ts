/** Why a name with an invisible direction mark is refused, as the REST contract says it. */
export const HAS_DIRECTION_MARK =
  'This has an invisible mark that changes the direction of reading: type it instead of pasting it';

/**
 * Whether a text has a mark of the bidirectional algorithm (Unicode UAX #9: U+061C, U+200E, U+200F, U+202A to U+202E,
 * U+2066 to U+2069), by which a name could look like another one.
 */
export const hasDirectionMark = (text: string): boolean => /\p{Bidi_Control}/u.test(text);

/** Whether lists and mails may show a text as a name: visible, well-formed, no control character or direction mark. */
export const isReadableName = (text: string): boolean =>
  /[\p{L}\p{N}\p{P}\p{S}]/u.test(text) &&
  text.isWellFormed() &&
  !/\p{Cc}/u.test(text) &&
  !hasDirectionMark(text);
