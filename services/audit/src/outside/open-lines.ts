import { fileLines } from './file-lines.ts';
import type { LineStore } from './line-store.ts';
import { ObjectLines } from './object-lines.ts';

/** Bucket and name of a list in object storage. */
const OBJECTS = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])\/([\w.-]+(?:\/[\w.-]+)*)$/;
const SCHEME = 's3://';

export interface ObjectStorage {
  /** undefined: resolved by the AWS SDK. */
  readonly s3Region?: string | undefined;
  /** Endpoint of another store than AWS. */
  readonly s3Endpoint?: string | undefined;
}

/** Whether the text names a file, or a list in object storage: `s3://bucket/name`. */
export const isPlace = (place: string) => !place.startsWith(SCHEME) || OBJECTS.test(place);

/** @param place a path, or `s3://bucket/name` */
export function openLines(place: string, { s3Region, s3Endpoint }: ObjectStorage = {}): LineStore {
  const [, bucket, name] = OBJECTS.exec(place) ?? [];
  if (bucket === undefined || name === undefined) return fileLines(place);
  return new ObjectLines({ bucket, name, region: s3Region, endpoint: s3Endpoint });
}
