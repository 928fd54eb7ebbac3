import type { Import } from '@pii-vault/contract/imports/imports-schema';
import type { Tone } from '../../../ui/status-badge.tsx';

const tones: Readonly<Record<Import['status'], Tone>> = {
  queued: 'neutral',
  needs_mapping: 'warning',
  running: 'accent',
  paused: 'warning',
  done: 'success',
  failed: 'error',
  cancelled: 'neutral',
};

/** A finished import with rejected rows is a warning. */
export const importTone = ({ status, rejected }: Pick<Import, 'status' | 'rejected'>): Tone =>
  status === 'done' && rejected > 0 ? 'warning' : tones[status];

/** Whether the status will change without the user; then it is polled. */
export const isUnderWay = ({ status }: Pick<Import, 'status'>): boolean =>
  status === 'queued' || status === 'running' || status === 'paused';

/** Waits for the user to decide how the file is parsed. */
export const isHeld = ({ status }: Pick<Import, 'status'>): boolean => status === 'needs_mapping';

/** Estimate of the rows in the whole file, from the share of bytes read; 0 before the first batch. */
export function estimatedRows(
  one: Pick<Import, 'bytesTotal' | 'bytesRead' | 'processed' | 'status'>,
): number {
  if (!isUnderWay(one)) return one.processed;
  if (one.bytesRead === 0 || one.processed === 0) return 0;
  return Math.max(one.processed, Math.round((one.processed * one.bytesTotal) / one.bytesRead));
}

/** Share of the file's bytes read so far, 0–100. */
export const readPercent = ({ bytesRead, bytesTotal }: Pick<Import, 'bytesRead' | 'bytesTotal'>): number =>
  bytesTotal === 0 ? 0 : Math.min(100, (bytesRead / bytesTotal) * 100);
