import type { LostEntries } from '../backup/kept-checkpoints.ts';
import type { ReplayedList } from '../backup/replay-revocations.ts';

type Kept = ReplayedList['kept'][number];

/** What a restore has taken away again, and what is left to the operator: a sentence, then a line each. */
export function toldOf({ done, already, kept }: ReplayedList): string {
  const left = kept.map((line) => `\n  left as it was, by hand: ${toldOfKept(line)}`);
  return `Of what was taken away since, ${done} were taken away again, ${already} were gone already.${left.join('')}`;
}

/** What the restored trail lacks. */
export function toldOfLost({ count, keptAs }: LostEntries): string {
  return `${count} later audit entries were signed and are lost; the proof of them is kept in ${keptAs}`;
}

function toldOfKept({ action, objectIds = {} }: Kept): string {
  if (action !== 'access_rule_remove') return `${action} of user ${objectIds.userId}`;
  return `${action} of ${objectIds.kind} ${objectIds.rule}, the last of its kind: without it everybody may come in`;
}
