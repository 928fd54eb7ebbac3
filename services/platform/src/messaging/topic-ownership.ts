import type { Tx } from '../postgres/database.ts';
import type { BusSession } from './postgres-bus-session.ts';
import { moveProgress, readProgress } from './postgres-bus-store.ts';

export interface TopicOwnershipOptions {
  readonly group: string;
  readonly topic: string;
  readonly session: BusSession;
  /** Runs each statement in autocommit. */
  readonly alone: Pick<Tx, 'query'>;
}

/** The right of this process to work on a topic for a group. */
export interface TopicOwnership {
  /** The position to read on from; undefined while another process owns the topic. */
  claim(): Promise<number | undefined>;
  moveTo(from: number, to: number): Promise<void>;
  release(): Promise<void>;
}

/** A lock saves double work; it may be lost unnoticed, so that the position is compared whenever it is moved. */
export function topicOwnership(options: TopicOwnershipOptions): TopicOwnership {
  const { group, topic, session, alone } = options;
  const lockName = `bus ${group} ${topic}`;
  let owned: { readonly generation: number; position: number } | undefined;

  async function release(): Promise<void> {
    const last = owned;
    owned = undefined;
    if (last?.generation === session.generation()) await session.unlock(lockName);
  }

  return {
    release,
    async claim() {
      if (owned !== undefined && owned.generation === session.generation()) return owned.position;
      owned = undefined;
      if (!(await session.tryLock(lockName))) return undefined;
      owned = { generation: session.generation(), position: -1 };
      try {
        owned.position = await readProgress(alone, group, topic);
        return owned.position;
      } catch (error) {
        await release();
        throw error;
      }
    },
    async moveTo(from, to) {
      const isMoved = await moveProgress(alone, group, topic, from, to);
      if (!isMoved) await release();
      else if (owned !== undefined) owned.position = to;
    },
  };
}
