import type { ShownTexts } from '@pii-vault/contract/free-text';

/** Whether a form may start with a text: one that is withheld or masked would be written back as it is shown. */
export const isWhole = ({ view, identifiers }: ShownTexts): boolean => view === 'masked' && identifiers === 0;

export const textIn = (texts: ShownTexts, text: string | null | undefined): string =>
  isWhole(texts) ? (text ?? '') : '';
