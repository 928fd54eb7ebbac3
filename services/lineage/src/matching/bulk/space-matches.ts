import type { LinkedPair } from '../../scoring/link-in-bulk.ts';
import type { LinkageModel } from '../../scoring/linkage-model.ts';
import type { Space } from '../../spaces/space.ts';
import type { HotToken } from './join-in-threads.ts';
import type { SpaceRows } from './read-space.ts';

/** Result of a pass over a space. */
export interface SpaceMatches {
  readonly space: Space;
  readonly model: LinkageModel;
  readonly rows: SpaceRows;
  /** Pairs of at least the pending threshold, in order of their rows. */
  readonly pairs: readonly LinkedPair[];
  readonly hot: readonly HotToken[];
}
