import type { RegisterFacts } from './register-facts.ts';
import type { RemoteFacts } from './remote-facts.ts';
import type { JudgedReveals } from './reveal-judgements.ts';

/** A random sample of a company's stored rows, judged by the vault. */
export interface StorageSample {
  readonly sampled: number;
  /** Rows with a known AEAD header under a live key. */
  readonly wellFormed: number;
  /** Rows that show a plaintext pattern or too little entropy. */
  readonly suspicious: number;
  readonly sampledAt: Date;
}

/** Values revealed since the beginning, counted on two sides that know nothing of each other. */
export interface RevealReading {
  /** Counted inside the vault's decrypt function. */
  readonly vaultValues: number;
  /** As the audit trail says, read before the vault's count … */
  readonly trailValuesBefore: number;
  /** … and after it: what was revealed meanwhile lies between the two. */
  readonly trailValuesAfter: number;
}

/** A reading compared with the one before it. */
export interface RevealComparison extends RevealReading {
  /** Values that the vault revealed and no entry names, since the beginning. */
  readonly unlogged: number;
  /** Values that entries name and the vault did not count, since the comparison before. */
  readonly newlyUncounted: number;
  readonly comparedAt: Date;
}

/** The outcome of a full verification of the audit trail. */
export interface LogVerification {
  readonly isVerified: boolean;
  readonly treeSize: number;
  /** Root of the tree that was verified (RFC 6962), 32 bytes; absent in verifications that kept none. */
  readonly rootHash?: Buffer | undefined;
  readonly firstBadIndex: number | undefined;
  readonly reason: string | undefined;
  /** When the newest checkpoint was signed. */
  readonly checkpointAt: Date | undefined;
  readonly verifiedAt: Date;
}

/** What decides which law applies. */
export interface CompanyFacts {
  /** primary | secondary | healthcare | finance */
  readonly tier: string;
  /** Field types of which values are stored. */
  readonly dataTypes: readonly string[];
}

/** What the rules of one company rest on; what could not be learned is absent. */
export interface Facts {
  readonly now: Date;
  readonly remote: Partial<RemoteFacts>;
  readonly judged: JudgedReveals | undefined;
  /** Most super_admins that the deployment allows itself. */
  readonly mostSuperAdmins: number;
  readonly storage: StorageSample | undefined;
  readonly reveals: RevealComparison | undefined;
  readonly log: LogVerification | undefined;
  readonly company: CompanyFacts | undefined;
  readonly registers: RegisterFacts | undefined;
}
