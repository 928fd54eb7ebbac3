import type { KeyObject } from 'node:crypto';
import type { PackedPeople } from './packed-people.ts';

/** Messages to a thread, which handles them in order. The pool identifies a scope by a number. */
export type EncodingTask =
  /** The key's bytes stay in native memory: a KeyObject is shared between threads, not copied. */
  | { readonly does: 'open'; readonly scope: number; readonly key: KeyObject }
  | { readonly does: 'close'; readonly scope: number }
  /** A job. */
  | { readonly does: 'encode'; readonly scope: number; readonly people: PackedPeople }
  | { readonly does: 'end' };
