import type { ShownTexts } from '@pii-vault/contract/free-text';

/** Whether a form may start with a text: a withheld or masked one would be saved as displayed. */
export const isWhole = ({ view, identifiers }: ShownTexts): boolean => view === 'masked' && identifiers === 0;

export const textIn = (texts: ShownTexts, text: string | null | undefined): string =>
  isWhole(texts) ? (text ?? '') : '';
