import { type Ctx, forwarded } from '@pii-vault/platform/core/context/ctx';
import { silentLogger } from '@pii-vault/platform/core/log/log';
import { type TestDatabase, testDatabase } from '@pii-vault/platform/testing/postgres';
import type { KeyStore } from '../src/key-store/key-store.ts';
import { createFirstKey } from '../src/keys/company-keys/create-key.ts';
import { openKeys } from '../src/keys/company-keys/open-keys.ts';
import { retireFieldKeyVersion } from '../src/keys/company-keys/retire-field-key-version.ts';
import { destroyEndedEpochs } from '../src/keys/epochs/destroy-ended-epochs.ts';
import { turnEpoch } from '../src/keys/epochs/turn-epoch.ts';
import { deleteKey } from '../src/keys/rotations/delete-key.ts';
import { listRotations } from '../src/keys/rotations/list-rotations.ts';
import { reportRewrap } from '../src/keys/rotations/report-rewrap.ts';
import { rotateKey } from '../src/keys/rotations/rotate-key.ts';
import { rotationSchedule } from '../src/keys/rotations/rotation.ts';
import { rotationJob } from '../src/keys/rotations/rotation-job.ts';
import { getRotation } from '../src/keys/rotations/start-rotations.ts';
import { readTokenKeys } from '../src/keys/signing/token-keys.ts';
import { countDueKeys } from '../src/register/count-due-keys.ts';
import { prepareDeployment } from '../src/register/deployment/prepare-deployment.ts';
import { listKeys } from '../src/register/list-keys.ts';
import { type KeyStoreFixture, localFixture } from './key-store-fixture.ts';

export const DAY_MS = 86_400_000;

/** The use cases on a real database and a real key store, with a clock that the test controls. */
export interface UseCaseWorld {
  readonly database: TestDatabase;
  readonly fixture: KeyStoreFixture;
  readonly store: KeyStore;
  /** Context of crypto itself, for the system. */
  readonly ctx: Ctx;
  /** An administrator of companies 1 and 2. */
  readonly admin: Ctx;
  readonly clock: { now: Date };
  /** The use cases on another key store, to inject faults. */
  over(store: KeyStore): UseCases;
  drop(): Promise<void>;
}

export type UseCases = ReturnType<typeof useCases>;

export async function useCaseWorld(openFixture = localFixture): Promise<UseCaseWorld & UseCases> {
  const fixture = await openFixture();
  const { store } = fixture;
  const database = await testDatabase('crypto', new URL('../migrations/', import.meta.url));
  const clock = { now: new Date('2026-01-01T00:00:00Z') };
  return {
    database,
    fixture,
    store,
    ctx: systemCtx(),
    admin: adminCtx(),
    clock,
    over: (other) => useCases(database, other, clock),
    drop: async () => {
      await fixture.remove();
      await database.drop();
    },
    ...useCases(database, store, clock),
  };
}

function useCases({ db }: TestDatabase, store: KeyStore, clock: { readonly now: Date }) {
  const deps = { db, store, now: () => clock.now };
  const owners = { companyExists: async () => true };
  const schedule = rotationSchedule({ epochLifeDays: 30, masterRotationDays: 365 });
  const job = rotationJob({ ...deps, schedule, tokenDays: 90, log: silentLogger(), self: systemCtx });
  return {
    prepare: prepareDeployment(deps),
    open: openKeys({ ...deps, createFirstKey: createFirstKey({ ...deps, owners }) }),
    turn: turnEpoch({ ...deps, epochLifeDays: 30 }),
    destroyEnded: destroyEndedEpochs(deps),
    rotate: rotateKey({ ...deps, wake: () => {} }),
    rotation: getRotation(deps),
    rotations: listRotations(deps),
    report: reportRewrap(deps),
    retire: retireFieldKeyVersion({ ...deps, graceMs: 0 }),
    delete: deleteKey(deps),
    list: listKeys({ db, schedule, epochLifeDays: 30 }),
    countDue: countDueKeys({ ...deps, schedule, epochLifeDays: 30 }),
    tokenKeys: readTokenKeys(deps),
    /** Runs the job once. */
    round: () => job(new AbortController().signal),
  };
}

function adminCtx(): Ctx {
  const held = new Set(['encryption:manage']);
  const companies = new Map([1, 2].map((id) => [id, held]));
  return {
    ...systemCtx(),
    caller: {
      kind: 'user',
      userId: 7,
      sessionId: 's',
      clientId: undefined,
      actorUserId: undefined,
      isSuperAdmin: false,
      everywhere: new Set<string>(),
      companies,
    },
  };
}

function systemCtx(): Ctx {
  return {
    requestId: 'test-request',
    deadlineAt: Date.now() + 60_000,
    caller: { kind: 'service', service: 'crypto', company: 'system' },
    ipAddress: '',
    userAgent: '',
    idempotencyKey: undefined,
    credential: forwarded(''),
    signal: new AbortController().signal,
  };
}
