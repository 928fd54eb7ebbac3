import type { LineStore } from './line-store.ts';
import { type BucketOptions, NumberedObjects, type Part } from './numbered-objects.ts';

export interface ObjectLinesOptions extends BucketOptions {
  /** Name of the list: its objects are `<name>/000000001`, `<name>/000000002` and so on. */
  readonly name: string;
}

/** An object that reached this size is not extended: each append writes the newest object as a whole. */
const OBJECT_BYTES = 128 * 1024;
/** Times that an append is composed, when another process writes first. */
const TRIES = 5;

/**
 * Lines in object storage with S3's interface, in numbered objects. Only the newest object grows, by conditional writes
 * (If-Match, If-None-Match): of two processes that append at once, one composes its lines again. A bucket with versions
 * and Object Lock keeps what is overwritten or deleted.
 */
export class ObjectLines implements LineStore {
  readonly place: string;
  readonly #options: ObjectLinesOptions;
  #opened: Promise<NumberedObjects> | undefined;
  /** Number of the newest object that was seen, where the next look begins. */
  #seen = 0;

  constructor(options: ObjectLinesOptions) {
    this.place = `s3://${options.bucket}/${options.name}`;
    this.#options = options;
  }

  async append(compose: (newestFirst: AsyncIterable<string>) => Promise<readonly string[]>): Promise<void> {
    const objects = await this.#objects();
    for (let tries = 0; tries < TRIES; tries += 1) {
      const last = await this.#newest();
      const lines = await compose(this.#newestFirst(last));
      const isFull = last === undefined || bytesOf(last.lines) >= OBJECT_BYTES;
      const next: Part = isFull
        ? { number: (last?.number ?? 0) + 1, lines, etag: undefined }
        : { ...last, lines: [...last.lines, ...lines] };
      if (await objects.putUnchanged(this.#options.name, next)) return;
    }
    throw new Error(`${this.place}: another process was quicker ${TRIES} times`);
  }

  async *newestFirst(): AsyncGenerator<string> {
    yield* this.#newestFirst(await this.#newest());
  }

  async *oldestFirst(): AsyncGenerator<string> {
    for await (const { lines } of this.#parts()) yield* lines;
  }

  async replaceStart(
    plan: (lines: readonly string[]) => { readonly count: number; readonly by: string } | undefined,
    stillHeld: () => Promise<unknown>,
  ): Promise<boolean> {
    const parts = await this.#allParts();
    const start = plan(parts.flatMap(({ lines }) => lines));
    const [cut, before] = cutAt(parts, start?.count ?? 0);
    if (start === undefined || cut === undefined) return false;
    await stillHeld();
    const objects = await this.#objects();
    const next = { ...cut, lines: [start.by, ...cut.lines.slice(start.count - before)] };
    if (!(await objects.putUnchanged(this.#options.name, next))) return false;
    await objects.remove(this.#options.name, (number) => number < cut.number);
    return true;
  }

  async moveAside(count: number, suffix: string): Promise<string> {
    const { name } = this.#options;
    const aside = `${name}${suffix}`;
    const keptAs = `s3://${this.#options.bucket}/${aside}`;
    await this.#copy(name, aside);
    const objects = await this.#objects();
    const [cut, before] = cutAt(await this.#allParts(), count);
    if (cut === undefined) return keptAs;
    const lines = cut.lines.slice(0, count - before);
    await objects.remove(
      name,
      (number) => number > cut.number || (number === cut.number && lines.length === 0),
    );
    if (lines.length > 0) await objects.put(name, { ...cut, lines });
    return keptAs;
  }

  async moveBack(keptAs: string): Promise<void> {
    const aside = keptAs.slice(`s3://${this.#options.bucket}/`.length);
    await this.#copy(aside, this.#options.name);
    await (await this.#objects()).remove(aside, () => true);
  }

  async #objects(): Promise<NumberedObjects> {
    this.#opened ??= NumberedObjects.open(this.#options);
    return await this.#opened;
  }

  async #newest(): Promise<Part | undefined> {
    const objects = await this.#objects();
    const { name } = this.#options;
    const last = (await objects.numbers(name, this.#seen)).at(-1) ?? (await objects.numbers(name)).at(-1);
    this.#seen = last ?? 0;
    return last === undefined ? undefined : await objects.get(name, last);
  }

  async *#newestFirst(last: Part | undefined): AsyncGenerator<string> {
    const objects = await this.#objects();
    for (let part = last; part !== undefined; part = await objects.get(this.#options.name, part.number - 1))
      yield* part.lines.toReversed();
  }

  async *#parts(name = this.#options.name): AsyncGenerator<Part> {
    const objects = await this.#objects();
    for (const number of await objects.numbers(name)) {
      const part = await objects.get(name, number);
      if (part !== undefined) yield part;
    }
  }

  async #allParts(): Promise<Part[]> {
    const parts: Part[] = [];
    for await (const part of this.#parts()) parts.push(part);
    return parts;
  }

  async #copy(from: string, to: string): Promise<void> {
    const objects = await this.#objects();
    for await (const part of this.#parts(from)) await objects.put(to, part);
  }
}

/** The part that has the line after the first `count`, or else the last part, and the number of lines before it. */
function cutAt(parts: readonly Part[], count: number): [Part | undefined, number] {
  let before = 0;
  for (const [at, part] of parts.entries()) {
    if (at === parts.length - 1 || before + part.lines.length > count) return [part, before];
    before += part.lines.length;
  }
  return [undefined, 0];
}

const bytesOf = (lines: readonly string[]) => lines.reduce((sum, line) => sum + line.length + 1, 0);
