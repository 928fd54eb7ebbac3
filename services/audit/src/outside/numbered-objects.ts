import type { S3Client } from '@aws-sdk/client-s3';

export interface BucketOptions {
  readonly bucket: string;
  /** undefined: resolved by the SDK (AWS_REGION, the profile). */
  readonly region: string | undefined;
  /** Endpoint of another store than AWS, which is addressed by path. */
  readonly endpoint: string | undefined;
}

type Sdk = typeof import('@aws-sdk/client-s3');

const DIGITS = 9;
/** Maximum attempts; the SDK retries throttled and failed calls after a random pause. */
const TRIES = 3;
/** For a call with all its attempts and its whole answer, ms: callers hold the append lock meanwhile. */
const DEADLINE_MS = 3_000;

/** Lines of one object. */
export interface Part {
  readonly number: number;
  readonly lines: readonly string[];
  /** undefined: there was no such object. */
  readonly etag: string | undefined;
}

/** The calls of S3 that the lists need. Credentials come from the SDK's default chain. */
export class NumberedObjects {
  readonly #sdk: Sdk;
  readonly #client: S3Client;
  readonly #bucket: string;

  private constructor(sdk: Sdk, client: S3Client, bucket: string) {
    this.#sdk = sdk;
    this.#client = client;
    this.#bucket = bucket;
  }

  static async open({ bucket, region, endpoint }: BucketOptions): Promise<NumberedObjects> {
    const sdk = await import('@aws-sdk/client-s3');
    const client = new sdk.S3Client({
      ...(region === undefined ? {} : { region }),
      ...(endpoint === undefined ? {} : { endpoint, forcePathStyle: true }),
      maxAttempts: TRIES,
      retryMode: 'standard',
    });
    return new NumberedObjects(sdk, client, bucket);
  }

  /** Numbers of the objects from `first` on, ascending. */
  async numbers(name: string, first = 1): Promise<number[]> {
    const numbers: number[] = [];
    const pages = this.#sdk.paginateListObjectsV2(
      { client: this.#client },
      { Bucket: this.#bucket, Prefix: `${name}/`, StartAfter: keyOf(name, Math.max(0, first - 1)) },
      { abortSignal: AbortSignal.timeout(DEADLINE_MS) },
    );
    for await (const { Contents = [] } of pages)
      for (const { Key = '' } of Contents) {
        const number = Number(Key.slice(name.length + 1));
        if (number > 0) numbers.push(number);
      }
    return numbers;
  }

  /** undefined: there is no such object. */
  async get(name: string, number: number): Promise<Part | undefined> {
    if (number < 1) return undefined;
    try {
      const { Body, ETag } = await this.#client.send(
        new this.#sdk.GetObjectCommand({ Bucket: this.#bucket, Key: keyOf(name, number) }),
        { abortSignal: AbortSignal.timeout(DEADLINE_MS) },
      );
      // The signal ends the body, too; the timeouts of the SDK end at the headers.
      const body = (await Body?.transformToString('utf8')) ?? '';
      return { number, lines: body.split('\n').filter((line) => line !== ''), etag: ETag };
    } catch (error) {
      if (error instanceof this.#sdk.NoSuchKey) return undefined;
      throw error;
    }
  }

  /** Writes a whole object if it is as it was read, or new. @returns false when it is not */
  async putUnchanged(name: string, part: Part): Promise<boolean> {
    try {
      await this.put(name, part, part.etag === undefined ? { IfNoneMatch: '*' } : { IfMatch: part.etag });
      return true;
    } catch (error) {
      const status = error instanceof this.#sdk.S3ServiceException && error.$metadata.httpStatusCode;
      if (status === CONFLICT || status === PRECONDITION_FAILED) return false;
      throw error;
    }
  }

  /** Writes a whole object. */
  async put(name: string, { number, lines }: Part, condition: Condition = {}): Promise<void> {
    const Body = lines.map((line) => `${line}\n`).join('');
    const place = { Bucket: this.#bucket, Key: keyOf(name, number) };
    await this.#client.send(
      new this.#sdk.PutObjectCommand({ ...place, Body, ContentType: 'application/jsonl', ...condition }),
      { abortSignal: AbortSignal.timeout(DEADLINE_MS) },
    );
  }

  /** Removes some objects, the newest first: if this is interrupted, the others have no gap. */
  async remove(name: string, isRemoved: (number: number) => boolean): Promise<void> {
    for (const number of (await this.numbers(name)).reverse())
      if (isRemoved(number))
        await this.#client.send(
          new this.#sdk.DeleteObjectCommand({ Bucket: this.#bucket, Key: keyOf(name, number) }),
          { abortSignal: AbortSignal.timeout(DEADLINE_MS) },
        );
  }
}

interface Condition {
  readonly IfMatch?: string;
  readonly IfNoneMatch?: '*';
}

/** Another process writes the same object at this moment. */
const CONFLICT = 409;
const PRECONDITION_FAILED = 412;

const keyOf = (name: string, number: number) => `${name}/${String(number).padStart(DIGITS, '0')}`;
