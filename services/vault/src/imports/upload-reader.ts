import { createHash } from 'node:crypto';
import type { CreateImportRequest } from '@pii-vault/proto/vault/v1/imports';
import type { FilePlan, FileReadOptions } from './file-plan.ts';
import type { MediaType } from './import.ts';
import { emptyImport, importTooLarge, invalidOptions, unusableHeader } from './import-errors.ts';
import { CHUNK_BYTES } from './import-key.ts';
import { planByHead } from './plan-by-head.ts';
import { MAX_RECORD_BYTES } from './record-framer.ts';

/** Callbacks for an arriving file. */
export interface UploadSink {
  /** Chunks of CHUNK_BYTES from index 0; the last may be shorter. */
  store(index: number, bytes: Buffer): Promise<void>;
  /** Called for each message. */
  received(): Promise<void>;
}

export interface UploadOptions {
  readonly mediaType: MediaType;
  readonly reading: FileReadOptions;
  readonly maxBytes: number;
}

/** A completely received file. */
export interface ReadUpload {
  readonly plan: FilePlan;
  readonly sha256: Buffer;
  readonly bytesTotal: number;
  readonly chunkCount: number;
}

/**
 * Reads the messages after the options, passes the file on in chunks of CHUNK_BYTES and plans it as soon as its first
 * record is there, so that an unusable file is refused early. Requests the next message after the last chunk is stored.
 */
export class UploadReader {
  readonly #options: UploadOptions;
  readonly #sink: UploadSink;
  readonly #hash = createHash('sha256');
  #pending: Buffer[] = [];
  #pendingBytes = 0;
  #total = 0;
  #chunks = 0;
  /** The start of the file until it is planned; `tried` bytes of it were insufficient. */
  #head: Buffer[] = [];
  #headBytes = 0;
  #tried = 0;
  #plan: FilePlan | undefined;

  constructor(options: UploadOptions, sink: UploadSink) {
    this.#options = options;
    this.#sink = sink;
  }

  /** @throws AppError IMPORT_OPTIONS, IMPORT_MAPPING, IMPORT_HEADER, IMPORT_EMPTY, PAYLOAD_TOO_LARGE */
  async read(messages: AsyncIterator<CreateImportRequest>): Promise<ReadUpload> {
    for (let next = await messages.next(); !next.done; next = await messages.next()) {
      if (next.value.part?.$case !== 'chunk')
        throw invalidOptions('After the options, only bytes of the file may follow');
      await this.#sink.received();
      await this.#take(next.value.part.value);
    }
    this.#planWith(true);
    if (this.#pendingBytes > 0) await this.#flush();
    if (this.#plan === undefined || this.#total <= this.#plan.start.offset) throw emptyImport();
    return {
      plan: this.#plan,
      sha256: this.#hash.digest(),
      bytesTotal: this.#total,
      chunkCount: this.#chunks,
    };
  }

  async #take(bytes: Buffer): Promise<void> {
    this.#total += bytes.length;
    if (this.#total > this.#options.maxBytes) throw importTooLarge(this.#options.maxBytes);
    this.#hash.update(bytes);
    this.#keepHead(bytes);
    let rest = bytes;
    while (this.#pendingBytes + rest.length >= CHUNK_BYTES) {
      const taken = CHUNK_BYTES - this.#pendingBytes;
      this.#pending.push(rest.subarray(0, taken));
      this.#pendingBytes += taken;
      rest = rest.subarray(taken);
      await this.#flush();
    }
    if (rest.length > 0) this.#pending.push(rest);
    this.#pendingBytes += rest.length;
  }

  async #flush(): Promise<void> {
    const chunk = Buffer.concat(this.#pending);
    this.#pending = [];
    this.#pendingBytes = 0;
    await this.#sink.store(this.#chunks, chunk);
    this.#chunks++;
  }

  #keepHead(bytes: Buffer): void {
    if (this.#plan !== undefined) return;
    this.#head.push(bytes);
    this.#headBytes += bytes.length;
    // Doubles, so that a file that arrives byte by byte is not planned again for every byte.
    if (this.#headBytes >= 2 * this.#tried) this.#planWith(false);
  }

  #planWith(isWhole: boolean): void {
    if (this.#plan !== undefined) return;
    const { mediaType, reading } = this.#options;
    this.#head = [Buffer.concat(this.#head)];
    this.#tried = this.#headBytes;
    this.#plan = planByHead(this.#head[0] ?? Buffer.alloc(0), { mediaType, ...reading, isWhole });
    if (this.#plan !== undefined) this.#head = [];
    else if (this.#headBytes > 2 * MAX_RECORD_BYTES)
      throw unusableHeader(
        'The first row of the file is longer than 256 KiB; the first row has to name the columns',
      );
  }
}
