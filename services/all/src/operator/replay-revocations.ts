import { noBus } from '@pii-vault/platform/process/open-ports';
import { restoredDatabase } from '../apart/restored-database.ts';
import { signedEntries } from '../backup/kept-checkpoints.ts';
import { replayBeyondTrail } from '../backup/replay-beyond-trail.ts';
import { say } from './say.ts';
import { toldOf } from './told-of-replay.ts';

/** `pii-vault replay-revocations`, where services run apart. @returns the exit code */
export async function replayAfterRestore(acceptLost: boolean): Promise<number> {
  const { revocations, checkpoints, ...access } = restoredDatabase(process.env);
  const signed = checkpoints === undefined ? 0 : signedEntries(checkpoints);
  const replayed = await replayBeyondTrail(
    { ...access, bus: noBus() },
    { revocations, signedEntries: signed, acceptLost },
  );
  say(toldOf(replayed));
  return 0;
}
