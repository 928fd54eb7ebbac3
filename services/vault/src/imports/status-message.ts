import type { ImportSummary } from './import.ts';
import { MAX_TRIES } from './import-job.ts';

/** Explanation of a reason and the next step. */
const MESSAGES: Readonly<Record<string, string>> = {
  UNMAPPED_COLUMNS: 'Some columns have no target; say what each of them is, or leave them out',
  CONSENT_COLUMNS:
    'Some columns may say who refused consent; map each to what its yes or no means, or by its name to ignore',
  DATE_ORDER: 'Dates of birth contradict the order of day and month; say which of them comes first',
  AUTHORITY_LOST:
    'The user responsible for this import may no longer write people of the company; a user who may must retry it',
  CONFLICT_BUDGET_SPENT:
    "Too many rows have an external id that belongs to another person; the import goes on when the company's day ends, when the company allows more conflicts, or when another user tries it now",
  ANSWER_BUDGET_SPENT:
    'Too many rows of this hour changed nothing, as the stored values are equal; the import goes on in the next hour, or when another user tries it now',
  COMPANY_SUSPENDED: 'The company is suspended; the import goes on when it is active again',
  DATABASE_UNAVAILABLE: 'The database cannot be reached',
  DATABASE_TIMEOUT: 'The database took too long',
  DATABASE_READ_ONLY: 'The database takes no changes at the moment',
  KEY_STORE_UNAVAILABLE: 'The key store cannot be reached',
  UPLOAD_BROKEN: 'The upload was interrupted; send the file again',
  DATA_INTEGRITY: 'A stored part of the file was changed; send the file again',
  IMPORT_HEADER: 'The file has too many columns; leave out what is not about people and send it again',
  NO_PROGRESS:
    'The import made no progress in its last attempts and was ended; rows accepted before are kept. Remove the rows that follow them and send the file again, or report this',
  QUOTES_BROKEN:
    'Quotation marks are broken in the row of line {line} and in the rows after it, so reading ended there; rows accepted before are kept. A value with a quotation mark stands in quotation marks, and its own are doubled. Correct this line and send the file again',
  ROWS_NOT_STORED: `The next rows could not be written in ${MAX_TRIES} attempts; rows accepted before are kept. Remove the rows that follow them, or report this`,
};

/** Why an import is held, paused or failed; undefined for other statuses. */
export function statusMessage({
  status,
  statusReason,
  failedLine,
}: Pick<ImportSummary, 'status' | 'statusReason' | 'failedLine'>): string | undefined {
  if (statusReason === '') return undefined;
  const known = Object.hasOwn(MESSAGES, statusReason) ? MESSAGES[statusReason] : undefined;
  if (known !== undefined) return known.replace('{line}', String(failedLine ?? '?'));
  return status === 'paused'
    ? 'Writing people failed; the import is tried again'
    : 'The import could not go on';
}
