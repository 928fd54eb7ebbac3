import { noBus } from '@pii-vault/platform/runtime/process/open-ports';
import { replayMissingRevocations } from '../backup/replay-missing-revocations.ts';
import { restoredDatabase } from '../backup/restored-database.ts';
import { describeLostEntries, describeReplay } from './describe-replay.ts';
import { print } from './output.ts';

/** Runs `pii-vault replay-revocations` for separately running services. @returns the exit code */
export async function replayAfterRestore(acceptLost: boolean): Promise<number> {
  const { revocations, checkpoints, ...access } = restoredDatabase(process.env);
  const { endedSessions, replayed, lost } = await replayMissingRevocations(
    { ...access, bus: noBus() },
    { revocations, checkpoints, acceptLost, now: new Date() },
  );
  print(describeReplay(replayed));
  if (lost !== undefined) print(describeLostEntries(lost));
  print(`All ${endedSessions} sessions were ended; users have to sign in again. Start the services.`);
  return 0;
}
