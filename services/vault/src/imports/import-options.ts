import type { DateOrder } from '@pii-vault/platform/domain/field-types/type-rules';
import { withoutDirectionMarks } from '@pii-vault/platform/values/direction-marks';
import type { ConsentDetails } from '@pii-vault/proto/vault/v1/consents';
import type { ImportOptions as ImportOptionsMessage } from '@pii-vault/proto/vault/v1/imports';
import { purposesOf } from '../consents/consent.ts';
import {
  type AfterErasure,
  afterErasureOf,
  type OnConflict,
  type OnKnown,
} from '../people/records/person.ts';
import { parseMapping, refuseOtherPurposes } from './column-mapping.ts';
import type { FileReadOptions } from './file-plan.ts';
import type { MediaType, OnInvalid, Unmapped } from './import.ts';
import { invalidOptions } from './import-errors.ts';

/** The first message of an upload, validated. */
export interface ImportOptions {
  readonly companyId: number;
  readonly mediaType: MediaType;
  readonly onInvalid: OnInvalid;
  readonly afterErasure: AfterErasure;
  readonly onConflict: OnConflict;
  readonly onKnown: OnKnown;
  readonly fileName: string;
  readonly reading: FileReadOptions;
  readonly consent: ConsentDetails;
}

const MAX_FILE_NAME = 255;

/** @throws AppError IMPORT_OPTIONS, IMPORT_MAPPING. The caller validates the consent, by the rules of consents. */
export function importOptions(message: ImportOptionsMessage, now: Date): ImportOptions {
  const { mediaType, onInvalid, fileName = '' } = message;
  if (mediaType !== 'text/csv' && mediaType !== 'application/x-ndjson') {
    throw invalidOptions('A file is text/csv or application/x-ndjson');
  }
  if (onInvalid !== undefined && onInvalid !== 'reject' && onInvalid !== 'skip-field') {
    throw invalidOptions('onInvalid is reject or skip-field');
  }
  if (fileName.length > MAX_FILE_NAME || !fileName.isWellFormed() || /\p{Cc}/u.test(fileName)) {
    throw invalidOptions(`A file name has at most ${MAX_FILE_NAME} printable characters`);
  }
  const reading = fileReadOptions(message);
  refuseOtherPurposes(reading.mapping ?? {}, purposesOf(message));
  return {
    companyId: message.companyId,
    mediaType,
    onInvalid: onInvalid ?? 'reject',
    afterErasure: afterErasureOf(message.afterErasure),
    onConflict: onConflictOf(message.onConflict),
    onKnown: onKnownOf(message.onKnown),
    fileName: withoutDirectionMarks(fileName),
    reading,
    consent: {
      purpose: message.purpose,
      date: now,
      noticeVersion: message.noticeVersion,
      language: message.language,
      channel: message.channel,
      alsoFor: message.alsoFor,
      expiresAt: undefined,
      withdrawnAt: undefined,
    },
  };
}

interface ReadingMessage {
  /** JSON, '' for none. */
  readonly mapping: string;
  readonly unmapped?: string | undefined;
  readonly dateOrder?: string | undefined;
}

/** @throws AppError IMPORT_OPTIONS, IMPORT_MAPPING */
export function fileReadOptions(message: ReadingMessage): FileReadOptions {
  return {
    mapping: parseMapping(message.mapping),
    unmapped: unmappedOf(message.unmapped),
    dateOrder: dateOrderOf(message.dateOrder) ?? 'dmy',
  };
}

/** @throws AppError IMPORT_OPTIONS */
function onKnownOf(text: string | undefined): OnKnown {
  if (text === undefined || text === 'create') return 'create';
  if (text === 'link' || text === 'update') return text;
  throw invalidOptions('onKnown is create, link or update');
}

/** @throws AppError IMPORT_OPTIONS */
function onConflictOf(text: string | undefined): OnConflict {
  if (text === undefined || text === 'refuse') return 'refuse';
  if (text === 'replace') return 'replace';
  throw invalidOptions('onConflict is refuse or replace');
}

/** @throws AppError IMPORT_OPTIONS */
export function unmappedOf(text: string | undefined): Unmapped {
  if (text === undefined || text === 'hold') return 'hold';
  if (text === 'ignore') return 'ignore';
  throw invalidOptions('unmapped is ignore, or left out so that the import asks');
}

/** @throws AppError IMPORT_OPTIONS */
export function dateOrderOf(text: string | undefined): DateOrder | undefined {
  if (text === undefined || text === 'dmy' || text === 'mdy') return text;
  throw invalidOptions('dateOrder is dmy (day before month) or mdy');
}
