import type { LinkageModel } from '../scoring/linkage-model.ts';

/** A model that scores takes two megabytes (linkage-model.ts). */
const MOST_MODELS = 32;

/** Models that spaces have learnt, by version, those that were used last. A version never changes. */
export class LearntModels {
  /** The one that was used last at the end. */
  readonly #known = new Map<string, LinkageModel>();

  find(version: string): LinkageModel | undefined {
    const found = this.#known.get(version);
    if (found !== undefined) this.keep(version, found);
    return found;
  }

  keep(version: string, model: LinkageModel): void {
    this.#known.delete(version);
    this.#known.set(version, model);
    const [oldest] = this.#known.keys();
    if (this.#known.size > MOST_MODELS && oldest !== undefined) this.#known.delete(oldest);
  }
}
