import { openText, type TextForm } from '@pii-vault/platform/domain/text-keys/sealed-text';
import type { CompanyKeys } from '../keys/company-keys/company-keys.ts';
import { textForm } from '../keys/company-keys/text-form.ts';
import type { ImportSummary } from './import.ts';
import type { ImportName } from './import-key.ts';

/** A file name often names a person: it is free text like any other. */
export const fileNameForm = ({ companyId, importId }: ImportName): TextForm =>
  textForm(companyId, 'import file name', importId);

export async function openFileName(
  keys: Pick<CompanyKeys, 'texts'>,
  summary: ImportSummary,
): Promise<string> {
  const form = fileNameForm({ companyId: summary.companyId, importId: summary.id });
  return await openText(keys.texts, form, summary.fileName);
}
