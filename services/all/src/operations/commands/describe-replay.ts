import type { LostEntries } from '@pii-vault/audit/restored/lost-checkpoints';
import type { ReplayResult } from '../backup/replay-revocations.ts';

type SkippedLine = ReplayResult['skipped'][number];

/** Summary of replayed revocations, then a line for each skipped one. */
export function describeReplay({ done, already, skipped }: ReplayResult): string {
  const lines = skipped.map((line) => `\n  skipped, decide by hand: ${describeSkipped(line)}`);
  return `Revocations since the backup: ${done} replayed, ${already} already in effect.${lines.join('')}`;
}

/** Message about audit entries that the restored trail lacks. */
export function describeLostEntries({ count, keptAs }: LostEntries): string {
  return `Up to ${count} signed audit entries after the backup are lost; their checkpoints are kept in ${keptAs}`;
}

function describeSkipped({ action, objectIds = {} }: SkippedLine): string {
  if (action !== 'access_rule_remove') return `${action} of user ${objectIds.userId}`;
  return `${action} of ${objectIds.kind} ${objectIds.rule}, the last rule of its kind: without it every address is allowed`;
}
