import type { AuditTrailEntry, Verification } from '@pii-vault/contract/audit-trail/audit-trail-schema';
import { useEffect, useRef, useState } from 'react';
import type { Completeness } from '../proof/check-entries.ts';
import { type Proved, verifyTrail } from '../proof/verify-trail.ts';

export type VerificationState =
  | { status: 'idle' }
  /** `progress` is set once the server has reported it. */
  | { status: 'running'; progress?: Verification }
  | { status: 'proved'; proved: Proved }
  | { status: 'failed'; error: unknown };

/** Verifies the trail and the shown entries. Unmounting cancels the verification. */
export function useVerification() {
  const [state, setState] = useState<VerificationState>({ status: 'idle' });
  const running = useRef<AbortController>(null);
  useEffect(() => () => running.current?.abort(), []);

  async function start(shown: readonly AuditTrailEntry[], completeness: Completeness): Promise<void> {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    const tell = (next: VerificationState) => (controller.signal.aborted ? undefined : setState(next));
    tell({ status: 'running' });
    try {
      const proved = await verifyTrail({
        shown,
        completeness,
        onProgress: (progress) => tell({ status: 'running', progress }),
        signal: controller.signal,
      });
      tell({ status: 'proved', proved });
    } catch (error) {
      tell({ status: 'failed', error });
    }
  }
  return { state, start };
}
