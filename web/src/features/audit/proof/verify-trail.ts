import type { AuditTrailEntry, Verification } from '@pii-vault/contract/audit-trail/audit-trail-schema';
import { Problem } from '@pii-vault/contract/problem';
import { client } from '../../../client/client.ts';
import { fromHex } from '../../../signed-note/bytes.ts';
import { type Completeness, checkEntries } from './check-entries.ts';
import { keepCheckpoint, type OpenedCheckpoint, openCheckpoint, readCheckpoint } from './checkpoint.ts';
import { checkExtends, type FetchPath } from './merkle.ts';
import { ProofError } from './proof-error.ts';

const POLL_MS = 1000;

export interface Proved {
  verification: Verification;
  checkpoint: OpenedCheckpoint;
  /** Result of the comparison with the previous checkpoint of this browser. */
  before: { kind: 'extended'; size: number } | { kind: 'otherLog'; origin: string } | { kind: 'first' };
  /** Ids of the entries whose proofs this browser has checked. */
  included: ReadonlySet<number>;
}

interface VerifyInput {
  shown: readonly AuditTrailEntry[];
  completeness: Completeness;
  /** Called at each poll while the server verifies. */
  onProgress: (state: Verification) => void;
  signal: AbortSignal;
}

/**
 * Lets the server verify the whole trail, then checks in the browser, without trusting the server: the signature,
 * consistency with the previous checkpoint, and each shown entry.
 * @throws ProofError when a proof is invalid; Problem when the server refuses
 */
export async function verifyTrail({ shown, completeness, onProgress, signal }: VerifyInput): Promise<Proved> {
  const verification = await verifyOnServer(onProgress, signal);
  if (verification.status === 'failed' || !verification.verified)
    throw new ProofError('trail', {
      index: verification.firstBadIndex ?? undefined,
      detail: verification.reason ?? undefined,
    });
  const ids = shown.map((entry) => entry.id);
  const { checkpoint: signed, proofs } =
    ids.length === 0
      ? { checkpoint: await client.call('GET /audit-trail/checkpoint', { signal }), proofs: [] }
      : await client.call('GET /audit-trail/proofs', { query: { ids }, signal });
  const checkpoint = await openCheckpoint(signed);
  const fetchPath: FetchPath = async (from, to) =>
    (await client.call('GET /audit-trail/consistency', { query: { from, to }, signal })).path;
  const checked = { size: verification.treeSize, root: fromHex(verification.rootHash) };
  await checkExtends(checked, checkpoint, fetchPath, 'otherTree');
  const before = await compareWithBefore(checkpoint, fetchPath);
  checkEntries(shown, proofs, checkpoint, completeness);
  // An older checkpoint of the same log does not replace a newer one; one of another log does.
  if (checkpoint.size >= (before.kind === 'extended' ? before.size : 0)) keepCheckpoint(checkpoint);
  return { verification, checkpoint, before, included: new Set(ids) };
}

async function verifyOnServer(
  onProgress: VerifyInput['onProgress'],
  signal: AbortSignal,
): Promise<Verification> {
  let state = await client.call('POST /audit-trail/verify', { signal });
  while (state.status === 'running' && state.verificationId !== undefined) {
    onProgress(state);
    await pause(signal);
    const params = { id: state.verificationId };
    state = await client.call('GET /audit-trail/verifications/{id}', { params, signal });
  }
  return state;
}

const pause = (signal: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    const timer = setTimeout(resolve, POLL_MS);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });

/** @throws ProofError rolledBack | rewritten */
async function compareWithBefore(now: OpenedCheckpoint, fetchPath: FetchPath): Promise<Proved['before']> {
  const seen = readCheckpoint();
  if (!seen) return { kind: 'first' };
  if (seen.origin !== now.origin) return { kind: 'otherLog', origin: seen.origin };
  try {
    await checkExtends(seen, now, fetchPath, 'rewritten');
  } catch (error) {
    // A log that is now smaller than the stored checkpoint cannot give a consistency proof.
    if (seen.size > now.size && error instanceof Problem && error.status === 400)
      throw new ProofError('rolledBack', { index: now.size });
    throw error;
  }
  return { kind: 'extended', size: seen.size };
}
