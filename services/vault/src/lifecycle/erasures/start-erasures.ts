import type { ConfigOf } from '@pii-vault/platform/core/config/config';
import type { Replays } from '@pii-vault/platform/domain/revocations/revocation';
import type { WaitingCounts } from '@pii-vault/platform/domain/waiting/waiting';
import type { RpcService } from '@pii-vault/platform/rpc/serve';
import type { ModuleKit } from '@pii-vault/platform/runtime/module/module';
import { SigningService } from '@pii-vault/proto/crypto/v1/signing';
import type { vaultConfig } from '../../config.ts';
import type { CompanyStatus } from '../../consents/company-status/company-status.ts';
import type { RetentionFloor } from '../../consents/retention-floor.ts';
import type { CompanyKeys } from '../../keys/company-keys/company-keys.ts';
import type { SpendErasure } from '../../limits/budgets/spend-daily.ts';
import type { WithIdentities } from '../../people/records/identities.ts';
import { replayRevocations } from '../revocations/replay-revocations.ts';
import { eraseIndividualUseCase } from './erase-individual.ts';
import { erasureJob } from './erasure-job.ts';
import { erasuresRpc } from './erasures-rpc.ts';
import { finishErasureUseCase } from './finish-erasure.ts';
import {
  countDueErasuresUseCase,
  findErasableUseCase,
  getErasuresUseCase,
  listErasuresUseCase,
} from './get-erasures.ts';

const JOB_MS = 60_000;

export interface ErasureParts {
  readonly kit: Pick<ModuleKit<ConfigOf<typeof vaultConfig>>, 'db' | 'log' | 'self' | 'tick' | 'client'>;
  readonly status: CompanyStatus;
  readonly keys: CompanyKeys;
  readonly floor: RetentionFloor;
  readonly withIdentities: WithIdentities;
  readonly spendErasure: SpendErasure;
}

/** The RPCs of erasure and the job that completes due ones. */
export function startErasures(parts: ErasureParts): {
  readonly services: RpcService[];
  readonly replays: Replays;
  readonly waiting: WaitingCounts;
} {
  const { kit, status, keys, floor, withIdentities, spendErasure } = parts;
  const { db, log, self } = kit;
  const now = () => new Date();
  const signing = kit.client(SigningService, 'crypto');
  const finish = finishErasureUseCase({ db, signing, now });
  const job = kit.tick('erasures', JOB_MS, erasureJob({ db, status, log, self, finish, now }));
  job.wake();
  const erasing = { db, keys, floor, withIdentities, wakeJob: () => job.wake() };
  const rpc = erasuresRpc({
    eraseIndividual: eraseIndividualUseCase({ ...erasing, status, spendErasure }),
    getErasures: getErasuresUseCase({ db, status, keys }),
    listErasures: listErasuresUseCase({ db, status, keys }),
    findErasable: findErasableUseCase({ db, status }),
  });
  const countDue = countDueErasuresUseCase({ db, status, now });
  return {
    services: [rpc],
    replays: replayRevocations(erasing),
    waiting: [[['erasures'], async (ctx, companyId) => ({ erasures: await countDue(ctx, companyId) })]],
  };
}
