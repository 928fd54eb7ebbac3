/**
 * Cause of a failed proof. `trail`: the server found a changed entry · `note`, `signature`: the checkpoint is invalid ·
 * `rolledBack`, `rewritten`: it does not extend the previous checkpoint · `otherTree`: the server's verification and
 * its checkpoint are of different trees · `noProof`, `leaf`, `inclusion`, `differs`, `gap`: a shown entry is invalid.
 */
export type ProofFault =
  | 'trail'
  | 'note'
  | 'signature'
  | 'rolledBack'
  | 'rewritten'
  | 'otherTree'
  | 'noProof'
  | 'leaf'
  | 'inclusion'
  | 'differs'
  | 'gap';

interface Place {
  /** Leaf index of the entry at fault. */
  index?: number | undefined;
  /** The member that differs, or the server's reason. */
  detail?: string | undefined;
}

/** The trail, or the part that the server sent to this browser, was changed. */
export class ProofError extends Error {
  readonly fault: ProofFault;
  readonly index: number | undefined;
  readonly detail: string | undefined;

  constructor(fault: ProofFault, { index, detail }: Place = {}) {
    super(fault);
    this.name = 'ProofError';
    this.fault = fault;
    this.index = index;
    this.detail = detail;
  }
}
