import type { WaitingCounts } from '@pii-vault/platform/domain/waiting/waiting';
import type { RpcService } from '@pii-vault/platform/rpc/serve';
import type { ModuleKit } from '@pii-vault/platform/runtime/module/module';
import { AuthorityService } from '@pii-vault/proto/identity/v1/authority';
import type { CompanyStatus } from '../consents/company-status/company-status.ts';
import type { CompanyKeys } from '../keys/company-keys/company-keys.ts';
import type { RandomPool } from '../keys/envelope/random-pool.ts';
import type { AnswerGuard } from '../limits/budgets/answer-guard.ts';
import type { WriteGate } from '../limits/write-gate.ts';
import type { WithIdentities } from '../people/records/identities.ts';
import type { WritePeople } from '../people/records/write-people.ts';
import { countHeldImports } from './find-imports.ts';
import { importJob } from './import-job.ts';
import { importsRpc } from './imports-rpc.ts';
import { type UploadLimits, uploadRoom } from './upload-room.ts';

export interface ImportsDeps {
  readonly kit: Pick<ModuleKit, 'db' | 'log' | 'tick' | 'self' | 'client'>;
  readonly keys: CompanyKeys;
  readonly companyStatus: CompanyStatus;
  readonly random: RandomPool;
  readonly writePeople: WritePeople;
  readonly withIdentities: WithIdentities;
  readonly conflicts: AnswerGuard;
  readonly importAnswers: AnswerGuard;
  readonly gate: Pick<WriteGate, 'requireOpen'>;
  /** Largest file, bytes. */
  readonly maxBytes: number;
  readonly limits: UploadLimits;
}

/** Poll interval of an idle process; a new import wakes the job at once. */
const POLL_MS = 2_000;

/** Assembles imports and starts their background job. */
export function startImports(deps: ImportsDeps): {
  readonly services: RpcService[];
  readonly waiting: WaitingCounts;
} {
  const { kit, keys, companyStatus, random, writePeople, withIdentities } = deps;
  const { conflicts, importAnswers, maxBytes, limits } = deps;
  const { db, log, self } = kit;
  const identity = kit.client(AuthorityService, 'identity');
  const job = kit.tick(
    'imports',
    POLL_MS,
    importJob({
      db,
      log,
      self,
      keys,
      companyStatus,
      identity,
      random,
      writePeople,
      withIdentities,
      conflicts,
      importAnswers,
    }),
  );
  const room = uploadRoom(db, limits);
  const service = importsRpc({
    ...{ db, keys, companyStatus, random, maxBytes, room, gate: deps.gate },
    wake: () => job.wake(),
  });
  const countHeld = countHeldImports({ db, companyStatus });
  return {
    services: [service],
    waiting: [
      [
        ['imports'],
        async (ctx, companyId) => {
          const { count, oldest } = await countHeld(ctx, companyId);
          return {
            imports: { count, companyId: oldest?.companyId, details: { importId: String(oldest?.id ?? '') } },
          };
        },
      ],
    ],
  };
}
