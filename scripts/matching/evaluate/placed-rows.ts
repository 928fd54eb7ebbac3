import type { LinkedPair } from '@pii-vault/lineage/scoring/link-in-bulk';
import type { PlacedRow } from './load-rows.ts';

/** A pair by the positions of its rows among all rows of all files. */
export type FoundPair = LinkedPair;

/** Keeps the person's number of each row, and row ids if the output needs them. */
export class PlacedRows {
  readonly #ids: string[] | undefined;
  readonly #starts: number[] = [];
  #numbers = new Map<string, number>();
  #truths = new Uint32Array(1_024);
  #count = 0;

  constructor(keepsIds: boolean) {
    this.#ids = keepsIds ? [] : undefined;
  }

  get count(): number {
    return this.#count;
  }

  /** Person's number by row position. */
  get truths(): Uint32Array {
    return this.#truths.subarray(0, this.#count);
  }

  /** Add companies in order, with individuals numbered from 1. */
  add({ id, truth, companyId }: Pick<PlacedRow, 'id' | 'truth' | 'companyId'>): void {
    this.#starts[companyId] ??= this.#count;
    if (this.#count === this.#truths.length) {
      const grown = new Uint32Array(2 * this.#count);
      grown.set(this.#truths);
      this.#truths = grown;
    }
    const number = this.#numbers.get(truth) ?? this.#numbers.size;
    this.#numbers.set(truth, number);
    this.#truths[this.#count] = number;
    this.#ids?.push(id);
    this.#count += 1;
  }

  /** Call after the last row: frees the truth texts. */
  close(): void {
    this.#numbers = new Map();
  }

  placeOf({ companyId, individualId }: Pick<PlacedRow, 'companyId' | 'individualId'>): number {
    return (this.#starts[companyId] ?? 0) + individualId - 1;
  }

  idAt(place: number): string {
    return this.#ids?.[place] ?? '';
  }
}
