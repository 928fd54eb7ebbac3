import { defineConfig } from '@pii-vault/platform/core/config/config';
import { AppError } from '@pii-vault/platform/core/errors/app-error';
import type { Database } from '@pii-vault/platform/postgres/database';
import { PLATFORM_MIGRATIONS } from '@pii-vault/platform/postgres/migrate';
import { services } from '@pii-vault/platform/rpc/allow';
import { serve } from '@pii-vault/platform/rpc/serve';
import { defineModule, type Module } from '@pii-vault/platform/runtime/module/module';
import { DirectoryService } from '@pii-vault/proto/tenancy/v1/directory';
import { RecordChanged } from '@pii-vault/proto/vault/events/v1/vault_events';
import { FeaturesService } from '@pii-vault/proto/vault/v1/features';
import { fakeCrypto } from './fake-crypto.ts';
import { type Agreement, featuresOf, type Person } from './fake-features.ts';

const COMPANIES = [1, 2, 3];

/** Fakes of tenancy and vault behind their RPC contracts. */
export interface Neighbours {
  readonly modules: readonly Module[];
  agreements: Agreement[];
  /** Companies whose records the vault refuses. */
  suspended: Set<number>;
  /** Encodings that the vault supports, newest last. */
  encodings: number[];
  /** Writes people and publishes their change, as the vault does in one transaction. */
  write(people: readonly Person[]): Promise<void>;
}

export function fakeNeighbours(): Neighbours {
  const people = new Map<string, Person>();
  let db: Database | undefined;
  const neighbours: Neighbours = {
    modules: [],
    agreements: [],
    suspended: new Set(),
    encodings: [4],
    async write(changed) {
      for (const person of changed) people.set(`${person.companyId}:${person.individualId}`, person);
      const companies = [...new Set(changed.map((person) => person.companyId))];
      await db?.tenant({ companies }, (tx) => tx.publishAll(changed.map(changeOf)));
    },
  };
  const vault = fakeVault(neighbours, people, (opened) => {
    db = opened;
  });
  return Object.assign(neighbours, { modules: [fakeTenancy(neighbours), vault, fakeCrypto()] });
}

const changeOf = ({ companyId, individualId, version, writtenBy }: Person) => ({
  topic: 'vault.record_changed',
  key: `${companyId}:${individualId}`,
  companyId,
  payload: RecordChanged.encode({
    companyId,
    individualId,
    version,
    occurredAt: new Date(0),
    otherIndividualIds: [],
    otherVersions: [],
    writtenBy,
    isRemoval: false,
  }).finish(),
});

/** Answers with the features of these people. `opened` receives the database that publishes changes. */
const fakeVault = (
  neighbours: Neighbours,
  people: ReadonlyMap<string, Person>,
  opened: (db: Database) => void,
): Module =>
  defineModule({
    name: 'vault',
    config: defineConfig('VAULT', {}),
    migrations: PLATFORM_MIGRATIONS,
    async start(kit) {
      opened(kit.db);
      return { services: [fakeFeatures(neighbours, people)] };
    },
  });

const fakeFeatures = (neighbours: Neighbours, people: ReadonlyMap<string, Person>) =>
  serve(FeaturesService, {
    pullFeatures: {
      allow: services(['lineage'], (request) => request.companyId),
      handle: async function* (_ctx, { companyId, scopes, selection, encodingVersion }) {
        const encoding = encodingVersion || (neighbours.encodings.at(-1) ?? 0);
        if (!neighbours.encodings.includes(encoding))
          throw new AppError('FAILED_PRECONDITION', 'ENCODING_UNKNOWN', 'Not made');
        if (neighbours.suspended.has(companyId))
          throw new AppError('PERMISSION_DENIED', 'COMPANY_SUSPENDED', 'This company is suspended');
        const own = [...people.values()]
          .filter((person) => person.companyId === companyId)
          .sort((a, b) => a.individualId - b.individualId);
        const asked =
          selection?.$case === 'individuals'
            ? own.filter((p) => selection.value.items.some((item) => item.individualId === p.individualId))
            : own
                .filter((p) => p.individualId > (selection?.value.afterIndividualId ?? 0))
                .slice(0, selection?.value.limit ?? 0);
        yield {
          people: [],
          features: asked.flatMap((person) => featuresOf(person, neighbours.agreements, scopes, encoding)),
        };
      },
    },
    listConsenting: {
      allow: services(['lineage'], (request) => request.companyId),
      handle: async (_ctx, { companyId, individualIds }) => ({
        individualIds: individualIds.filter((id) => people.get(`${companyId}:${id}`)?.isConsenting !== false),
      }),
    },
  });

const fakeTenancy = (neighbours: Neighbours): Module =>
  defineModule({
    name: 'tenancy',
    config: defineConfig('TENANCY', {}),
    migrations: undefined,
    start: async () => ({ services: [fakeDirectory(neighbours)] }),
  });

const fakeDirectory = (neighbours: Neighbours) =>
  serve(DirectoryService, {
    getCompanies: { allow: services([]), handle: async () => ({ companies: [] }) },
    companyStates: {
      allow: services(['lineage']),
      handle: async () => ({
        states: COMPANIES.map((id) => ({
          companyId: id,
          status: neighbours.suspended.has(id) ? 'suspended' : 'active',
          rowVersion: 1,
        })),
      }),
    },
    listAgreements: {
      allow: services(['lineage']),
      handle: async () => ({ agreements: neighbours.agreements.map(agreementMessage) }),
    },
  });

const agreementMessage = ({ id, companyId, otherCompanyId, disclosureDelay = 0 }: Agreement) => ({
  id,
  companyId,
  otherCompanyId,
  purpose: 'kyc',
  includeAadhaar: true,
  status: 'accepted',
  startsAt: new Date(0),
  endsAt: undefined,
  acceptedAt: new Date(0),
  endedAt: undefined,
  createdAt: new Date(0),
  isLive: true,
  disclosureDelay,
  includesHealthData: false,
});
