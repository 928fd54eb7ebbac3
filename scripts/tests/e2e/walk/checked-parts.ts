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
   * Compares a page with those that were checked.
   * @param width of the window in pixels, by which parts differ that look equal otherwise
   * @returns where the outermost known parts stand, checked before or earlier on this page; and what remembers the page
   * as checked
   */
  compare(
    { parents, fingerprints, texts }: Omit<PageFingerprints, 'elements'>,
    width: number,
  ): { readonly known: readonly number[]; readonly remember: () => void } {
    const own = fingerprints.map((own) => this.#numberOf(texts[own] ?? ''));
    const whole = this.#wholeFingerprints(parents, own);
    const around: number[] = [];
    const outermost: number[] = [];
    const isKnown: boolean[] = [];
    const parts = new Set<number>();
    for (const [at, parent] of parents.entries()) {
      const above = parent === -1 ? this.#numberOf(`width ${width}`) : (around[parent] ?? 0);
      around[at] = this.#numberOf(`${above} around ${own[at]}`);
      const part = this.#numberOf(`${above} has ${whole[at]}`);
      isKnown[at] = isKnown[parent] === true || this.#checked.has(part) || parts.has(part);
      if (isKnown[at] && isKnown[parent] !== true) outermost.push(at);
      parts.add(part);
    }
    const remember = () => {
      for (const part of parts) this.#checked.add(part);
    };
    return { known: outermost, remember };
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
