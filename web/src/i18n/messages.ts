/** Sentences of the contract and the server in the reader's language, by their English and by their reason. */
interface Dictionary {
  /** English sentence of a schema or of the server → translation. */
  sentences: Readonly<Record<string, string>>;
  /** `reason` of a Problem → translation, for sentences that name a value. */
  reasons: Readonly<Record<string, string>>;
}

const none: Dictionary = { sentences: {}, reasons: {} };
let dictionary = none;

/** English needs no dictionary: the contract and the server speak it. */
export async function loadMessages(language: string): Promise<void> {
  dictionary = language === 'hi' ? (await import('./messages-hi.ts')).hindi : none;
}

/** A sentence of the contract as the reader understands it; an unknown one as it is. */
export const inReaderLanguage = (sentence: string): string => dictionary.sentences[sentence] ?? sentence;

/** What the server says by its reason; undefined in English and for a reason without a translation. */
export const sentenceOfReason = (reason: string | undefined): string | undefined =>
  reason === undefined ? undefined : dictionary.reasons[reason];
