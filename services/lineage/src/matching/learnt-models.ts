import type { LinkageModel } from '../scoring/linkage-model.ts';

/** A loaded model takes 2 MB (linkage-model.ts). */
const MOST_MODELS = 32;

/** LRU cache of learnt models by version. A version never changes. */
export class LearntModels {
  /** The most recently used one is last. */
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
