import { getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';

/**
 * The environment of a thread that needs no setting and should hold no secret: only the compile cache's folder, which
 * halves its start time.
 */
export function threadEnv(): Readonly<Record<string, string>> {
  // Node names the folder of its own version in it.
  const kept = getCompileCacheDir();
  return kept === undefined ? {} : { NODE_COMPILE_CACHE: dirname(kept) };
}
