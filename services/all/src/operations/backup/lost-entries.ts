import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';

export interface LostEntries {
  /** Entries that were signed after the backup was taken. */
  readonly count: number;
  /** Path of the unchanged checkpoint file. */
  readonly keptAs: string;
}

/** Largest number of audit entries in the checkpoints outside the database; 0 without checkpoints. */
export function signedEntries(file: string): number {
  return Math.max(0, ...linesOf(file).map(sizeOf));
}

/**
 * Handles checkpoints of audit entries that the restored trail has lost. Renames the file of checkpoints, to keep it
 * as evidence, and writes a new one with the checkpoints that the restored trail covers.
 * @returns undefined when no entries are lost
 */
export function moveLostCheckpoints(file: string, auditEntries: number, now: Date): LostEntries | undefined {
  const lines = linesOf(file);
  const sizes = lines.map(sizeOf);
  const count = Math.max(0, ...sizes) - auditEntries;
  if (count <= 0) return undefined;
  const keptAs = `${file}.before-restore-${now.toISOString().replaceAll(':', '')}`;
  renameSync(file, keptAs);
  const still = lines.filter((_, n) => (sizes[n] ?? 0) <= auditEntries);
  writeFileSync(file, still.map((line) => `${line}\n`).join(''), { mode: 0o600, flush: true });
  return { count, keptAs };
}

function linesOf(file: string): string[] {
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '');
}

/** Tree size: the second line of a checkpoint's note (C2SP tlog-checkpoint); 0 for a truncated line. */
function sizeOf(line: string): number {
  try {
    const parsed: unknown = JSON.parse(line);
    const note = typeof parsed === 'object' && parsed !== null && 'note' in parsed ? String(parsed.note) : '';
    return Number(note.split('\n')[1] ?? 0);
  } catch {
    return 0;
  }
}
