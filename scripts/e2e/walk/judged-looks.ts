import type { PageLooks } from './looks.ts';

/**
 * Which parts of pages have been judged. A part is an element with all that is in it; it counts as judged when one with the
 * same looks in the same surroundings, from the root of the document down, has been.
 */
export class JudgedLooks {
  /** Numbers for looks, with and without what is in them: one for each different text. */
  readonly #numbers = new Map<string, number>();
  readonly #judged = new Set<number>();

  /**
   * Takes a page in as judged.
   * @param width of the window in pixels, by which looks differ that are not told apart otherwise
   * @returns where in the page the outermost parts stand that were judged before, on this page or an earlier one
   */
  add({ parents, looks, texts }: Omit<PageLooks, 'elements'>, width: number): number[] {
    const own = looks.map((look) => this.#numberOf(texts[look] ?? ''));
    const whole = this.#wholeLooks(parents, own);
    const around: number[] = [];
    const outermost: number[] = [];
    const isJudged: boolean[] = [];
    for (const [at, parent] of parents.entries()) {
      const above = parent === -1 ? this.#numberOf(`width ${width}`) : (around[parent] ?? 0);
      around[at] = this.#numberOf(`${above} around ${own[at]}`);
      const part = this.#numberOf(`${above} has ${whole[at]}`);
      isJudged[at] = isJudged[parent] === true || this.#judged.has(part);
      if (isJudged[at] && isJudged[parent] !== true) outermost.push(at);
      this.#judged.add(part);
    }
    return outermost;
  }

  /** Of each element with all that is in it; those within come after it in the list. */
  #wholeLooks(parents: readonly number[], own: readonly number[]): number[] {
    const inside: number[][] = own.map(() => []);
    const whole: number[] = [];
    for (let at = own.length - 1; at >= 0; at -= 1) {
      const look = this.#numberOf(`${own[at]} with ${inside[at]?.toReversed()}`);
      whole[at] = look;
      inside[parents[at] ?? -1]?.push(look);
    }
    return whole;
  }

  #numberOf(text: string): number {
    const number = this.#numbers.get(text) ?? this.#numbers.size;
    this.#numbers.set(text, number);
    return number;
  }
}
