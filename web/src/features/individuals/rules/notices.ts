import type { PiiField } from '@pii-vault/contract/individuals/individuals-schema';
import type { PurposeEntry } from '@pii-vault/contract/purposes/purposes-schema';

type Consented = Pick<PiiField, 'consentDetails'>;

/** The version that the newest consent to a purpose names, and its notice where the register has it. */
export function noticeOf(
  fields: readonly Consented[],
  purpose: string,
  entry: Pick<PurposeEntry, 'notices'> | undefined,
): { version: string | undefined; notice: PurposeEntry['notices'][number] | undefined } {
  const [newest] = fields
    .map(({ consentDetails }) => consentDetails)
    .filter(({ purpose: own, alsoFor }) => own === purpose || alsoFor?.includes(purpose))
    .toSorted((a, b) => Date.parse(b.date) - Date.parse(a.date));
  const version = newest?.noticeVersion;
  return { version, notice: entry?.notices.find((notice) => notice.version === version) };
}
