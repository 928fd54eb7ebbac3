/**
 * Cause of a failed proof. `trail`: the server found a changed entry · `note`, `signature`: the checkpoint ·
 * `rolledBack`, `rewritten`: compared with the former checkpoint · `otherTree`: the server's check and its checkpoint
 * are of different trees · `noProof`, `leaf`, `inclusion`, `differs`, `gap`: a shown entry.
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

/** An invalid proof: the trail, or what this browser was shown of it, was changed. */
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
