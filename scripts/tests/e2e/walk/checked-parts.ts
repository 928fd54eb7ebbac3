import type { PageFingerprints } from './element-fingerprints.ts';

/**
 * Which parts of pages have been checked. A part is an element with all that is in it; it counts as checked when one
 * with the same fingerprints in the same surroundings, from the root of the document down, has been.
 */
export class CheckedParts {
  /** Numbers for fingerprints, with and without what is in them: one for each different text. */
  readonly #numbers = new Map<string, number>();
  readonly #checked = new Set<number>();

  /**
   * Takes a page in as checked.
   * @param width of the window in pixels, by which parts differ that look equal otherwise
   * @returns where in the page the outermost parts stand that were checked before, on this page or an earlier one
   */
  add({ parents, fingerprints, texts }: Omit<PageFingerprints, 'elements'>, width: number): number[] {
    const own = fingerprints.map((own) => this.#numberOf(texts[own] ?? ''));
    const whole = this.#wholeFingerprints(parents, own);
    const around: number[] = [];
    const outermost: number[] = [];
    const isChecked: boolean[] = [];
    for (const [at, parent] of parents.entries()) {
      const above = parent === -1 ? this.#numberOf(`width ${width}`) : (around[parent] ?? 0);
      around[at] = this.#numberOf(`${above} around ${own[at]}`);
      const part = this.#numberOf(`${above} has ${whole[at]}`);
      isChecked[at] = isChecked[parent] === true || this.#checked.has(part);
      if (isChecked[at] && isChecked[parent] !== true) outermost.push(at);
      this.#checked.add(part);
    }
    return outermost;
  }

  /** Of each element with all that is in it; those within come after it in the list. */
  #wholeFingerprints(parents: readonly number[], own: readonly number[]): number[] {
    const inside: number[][] = own.map(() => []);
    const whole: number[] = [];
    for (let at = own.length - 1; at >= 0; at -= 1) {
      const number = this.#numberOf(`${own[at]} with ${inside[at]?.toReversed()}`);
      whole[at] = number;
      inside[parents[at] ?? -1]?.push(number);
    }
    return whole;
  }

  #numberOf(text: string): number {
    const number = this.#numbers.get(text) ?? this.#numbers.size;
    this.#numbers.set(text, number);
    return number;
  }
}
