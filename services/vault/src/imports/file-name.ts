import type { CompanyKeys } from '../keys/company-keys.ts';
import { openText, type TextPlace } from '../keys/text-cipher.ts';
import type { ImportSummary } from './import.ts';
import type { ImportName } from './import-key.ts';

/** A file name often names a person: it is free text like any other. */
export const fileNamePlace = (name: ImportName): TextPlace => ({
  companyId: name.companyId,
  kind: 'import file name',
  parts: [name.importId],
});

export async function openFileName(
  keys: Pick<CompanyKeys, 'textKeyVersion'>,
  summary: ImportSummary,
): Promise<string> {
  const place = fileNamePlace({ companyId: summary.companyId, importId: summary.id });
  return await openText(keys, place, summary.fileName);
}
