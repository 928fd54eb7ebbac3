import { indicToLatin } from './indic-latin.ts';

/**
 * Lower-case Latin letters and digits of a text in any of the nine Indic scripts or in Latin with marks (NFKC; Indic as
 * names are commonly spelled; then marks dropped). Letters of other scripts stay as they are.
 */
export function latinText(text: string): string {
  if (!/[^ -~]/.test(text)) return text.toLowerCase();
  const compatible = text.normalize('NFKC').toLowerCase();
  if (!/[^ -~]/.test(compatible)) return compatible;
  return indicToLatin(compatible).normalize('NFD').replace(/\p{M}/gu, '');
}
