import { type ObjectStorage, openLines } from '../outside/open-lines.ts';
import { type CheckpointFile, checkpointFile } from './checkpoint-file.ts';

/** Signed checkpoints outside the database; undefined when no place is configured. */
export function openCheckpoints(
  config: ObjectStorage & { readonly checkpointFile: string | undefined },
): CheckpointFile | undefined {
  const { checkpointFile: place } = config;
  return place === undefined ? undefined : checkpointFile(openLines(place, config));
}
