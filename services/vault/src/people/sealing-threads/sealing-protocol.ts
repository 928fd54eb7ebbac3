import type { SealingKeys } from '../records/seal-person.ts';
import type { PackedNewPeople } from './packed-new-people.ts';

/** Messages to a thread. */
export type SealingTask =
  /** A job. The keys' bytes stay in native memory: a KeyObject is shared between threads, not copied. */
  | { readonly does: 'seal'; readonly keys: SealingKeys; readonly people: PackedNewPeople }
  | { readonly does: 'end' };
