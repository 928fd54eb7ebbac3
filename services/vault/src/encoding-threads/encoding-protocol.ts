import type { KeyObject } from 'node:crypto';
import type { EncodedRows } from '../encoding/encoded-rows.ts';
import type { PackedPeople } from './packed-people.ts';

/** What a thread is told; it does one thing after another. A scope is known to it by a number of the pool's. */
export type EncodingTask =
  /** The key's bytes stay in native memory: a KeyObject is shared between threads, not copied. */
  | { readonly does: 'open'; readonly scope: number; readonly key: KeyObject }
  | { readonly does: 'close'; readonly scope: number }
  | {
      readonly does: 'encode';
      readonly job: number;
      readonly scope: number;
      readonly people: PackedPeople;
    }
  | { readonly does: 'end' };

/** A failure is told by the name of its error alone: a message may hold a value. */
export type EncodingAnswer =
  | { readonly job: number; readonly rows: EncodedRows }
  | { readonly job: number; readonly failed: string };
