import type { Database } from '@pii-vault/platform/postgres/database';
import type { ModuleKit } from '@pii-vault/platform/runtime/module/module';
import type { Agreements } from './consents/agreements/agreements.ts';
import type { CompanyStatus } from './consents/company-status/company-status.ts';
import type { RetentionFloor } from './consents/retention-floor.ts';
import type { EncodingPool } from './encoding/threads/encoding-pool.ts';
import type { CompanyKeys } from './keys/company-keys/company-keys.ts';
import type { RandomPool } from './keys/envelope/random-pool.ts';
import { rekeyPersonUseCase } from './lifecycle/rekey/rekey-person.ts';
import { shredJob } from './lifecycle/rekey/shred-job.ts';
import { expireFieldsUseCase } from './lifecycle/retention/expire-fields.ts';
import { expiryJob } from './lifecycle/retention/expiry-job.ts';
import { forgetCounts } from './limits/budgets/alarms-store.ts';
import type { AnswerGuard } from './limits/budgets/answer-guard.ts';
import type { WriteGate } from './limits/write-gate.ts';
import type { RecentWriteCache } from './people/records/recent-write-cache.ts';
import type { SealingPool } from './people/sealing-threads/sealing-pool.ts';
import { foldPeople } from './reporting/figures/fold-people.ts';
import type { AuditBacklog } from './reveals/audit-backlog.ts';
import type { AuditWriter } from './reveals/audit-ticket.ts';
import type { Decryptor } from './reveals/decryptor.ts';

const POLL_MS = 2_000;
/** Flush interval: a crash loses at most this much of the decrypt counts. */
const FLUSH_MS = 500;
const SHRED_MS = 60_000;
const BACKLOG_MS = 5_000;
const THREADS_REST_MS = 15_000;
const FOLD_MS = 5_000;
const FORGET_MS = 3_600_000;

interface Ticking {
  readonly kit: Pick<ModuleKit<object>, 'tick' | 'log' | 'self'> & { readonly db: Database };
  readonly keys: CompanyKeys;
  readonly status: CompanyStatus;
  readonly agreements: Agreements;
  readonly random: RandomPool;
  readonly backlog: AuditBacklog;
  readonly writer: AuditWriter;
  readonly decryptor: Decryptor;
  readonly encoding: EncodingPool;
  readonly sealing: Pick<SealingPool, 'rest'>;
  readonly fresh: Pick<RecentWriteCache, 'forgetOld'>;
  readonly floor: RetentionFloor;
  readonly flush: () => Promise<void>;
  readonly gate: Pick<WriteGate, 'poll'>;
  readonly importAnswers: Pick<AnswerGuard, 'poll'>;
}

/** Periodic work. */
export function startTicks(parts: Ticking): void {
  const { kit, status, agreements, backlog, encoding, fresh, flush } = parts;
  const { keys, random, writer, decryptor } = parts;
  const { db, log, self } = kit;
  const rekeyPerson = rekeyPersonUseCase({ db, keys, random, writer, decryptor });
  kit.tick('company status', POLL_MS, () => status.poll());
  kit.tick('link agreements', POLL_MS, () => agreements.poll());
  kit.tick('reveal counts', FLUSH_MS, flush);
  kit.tick('write gate', POLL_MS, () => parts.gate.poll());
  kit.tick('import answers', POLL_MS, () => parts.importAnswers.poll());
  kit.tick('old budgets', FORGET_MS, () => db.system(forgetCounts));
  kit.tick('audit backlog', BACKLOG_MS, () => backlog.poll());
  kit.tick('fold people', FOLD_MS, foldPeople(db));
  kit.tick('fresh people', POLL_MS, async () => fresh.forgetOld());
  kit.tick('encoding threads', THREADS_REST_MS, () => encoding.rest());
  kit.tick('sealing threads', THREADS_REST_MS, () => parts.sealing.rest());
  const now = () => new Date();
  const expireFields = expireFieldsUseCase({ db, floor: parts.floor });
  const expire = expiryJob({ db, status, log, self, expireFields, now });
  const shred = shredJob({ db, log, self, rekeyPerson, now });
  // If a company has a floor of 0, expired data is destroyed in the same turn.
  const turn = async (signal: AbortSignal) => {
    await expire(signal);
    await shred(signal);
  };
  kit.tick('expire and shred', SHRED_MS, turn).wake();
}
