import type { PageFingerprints } from './element-fingerprints.ts';

/**
 * Records which parts of pages have been checked. A part is an element with its descendants. It counts as checked if a
 * part with the same fingerprints and the same ancestors has been checked.
 */
export class CheckedParts {
  /** A number for each distinct text, to compare fingerprints with and without descendants. */
  readonly #numbers = new Map<string, number>();
  readonly #checked = new Set<number>();

  /**
   * Compares a page with the checked parts.
   * @param width of the window in pixels: the same part at another width is another part
   * @returns indexes of the outermost known parts, checked before or repeated on this page; and a function that records
   * the page as checked
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

  /** Fingerprints of elements with their descendants, which follow them in the list. */
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
