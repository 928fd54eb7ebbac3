import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';

export interface LostEntries {
  /** Entries that were signed after the backup was taken. */
  readonly count: number;
  /** Where the file as it was is kept. */
  readonly keptAs: string;
}

/** Entries of the trail that the checkpoints outside the database speak of; 0 without any. */
export function signedEntries(file: string): number {
  return Math.max(0, ...linesOf(file).map(sizeOf));
}

/**
 * Checkpoints outside the database that know more entries than the restored trail has: these entries are lost, and
 * the file says so for ever. It is kept whole under another name, as evidence; the vault goes on from those that the
 * restored trail fulfils. Undefined when nothing is lost.
 */
export function setAsideLater(file: string, auditEntries: number, now: Date): LostEntries | undefined {
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

/** Second line of a checkpoint's note (C2SP tlog-checkpoint); 0 for a line that a crash cut off. */
function sizeOf(line: string): number {
  try {
    const parsed: unknown = JSON.parse(line);
    const note = typeof parsed === 'object' && parsed !== null && 'note' in parsed ? String(parsed.note) : '';
    return Number(note.split('\n')[1] ?? 0);
  } catch {
    return 0;
  }
}
