import type { ConsentDetails } from '@pii-vault/proto/vault/v1/consents';
import type { ImportOptions as ImportOptionsMessage } from '@pii-vault/proto/vault/v1/imports';
import type { MediaType, OnInvalid } from './import.ts';
import { invalidOptions } from './import-errors.ts';

/** What the first message of an upload says, checked. */
export interface ImportOptions {
  readonly companyId: number;
  readonly mediaType: MediaType;
  readonly onInvalid: OnInvalid;
  readonly fileName: string;
  /** JSON, not looked at yet; '' = the header decides. */
  readonly mapping: string;
  readonly consent: ConsentDetails;
}

const MAX_FILE_NAME = 255;

/** @throws AppError IMPORT_OPTIONS. The consent is judged by the caller, by the rules of consents. */
export function importOptions(message: ImportOptionsMessage, now: Date): ImportOptions {
  const { mediaType, onInvalid, fileName } = message;
  if (mediaType !== 'text/csv' && mediaType !== 'application/x-ndjson') {
    throw invalidOptions('A file is text/csv or application/x-ndjson');
  }
  if (onInvalid !== '' && onInvalid !== 'reject' && onInvalid !== 'skip-field') {
    throw invalidOptions('onInvalid is reject or skip-field');
  }
  if (fileName.length > MAX_FILE_NAME || !fileName.isWellFormed() || /\p{Cc}/u.test(fileName)) {
    throw invalidOptions(`A file name has at most ${MAX_FILE_NAME} printable characters`);
  }
  return {
    companyId: Number(message.companyId),
    mediaType,
    onInvalid: onInvalid === '' ? 'reject' : onInvalid,
    fileName,
    mapping: message.mapping,
    consent: {
      purpose: message.purpose,
      date: now,
      noticeVersion: message.noticeVersion === '' ? undefined : message.noticeVersion,
      language: message.language === '' ? undefined : message.language,
      channel: message.channel === '' ? undefined : message.channel,
      alsoFor: message.alsoFor,
      expiresAt: undefined,
      withdrawnAt: undefined,
    },
  };
}
