import { noBus } from '@pii-vault/platform/process/open-ports';
import { replayBeyondTrail } from '../backup/replay-beyond-trail.ts';
import { restoredDatabase } from '../backup/restored-database.ts';
import { say } from './say.ts';
import { toldOf, toldOfLost } from './told-of-replay.ts';

/** `pii-vault replay-revocations`, where services run apart. @returns the exit code */
export async function replayAfterRestore(acceptLost: boolean): Promise<number> {
  const { revocations, checkpoints, ...access } = restoredDatabase(process.env);
  const { endedSessions, replayed, lost } = await replayBeyondTrail(
    { ...access, bus: noBus() },
    { revocations, checkpoints, acceptLost, now: new Date() },
  );
  say(toldOf(replayed));
  if (lost !== undefined) say(toldOfLost(lost));
  say(`Everybody has to sign in again: ${endedSessions} sessions were ended. Start the services.`);
  return 0;
}
