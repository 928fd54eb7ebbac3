import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { bootModules, type TestWorld } from '@pii-vault/platform/testing/boot-modules';
import { AuditEntry } from '@pii-vault/proto/audit/v1/entry';
import { type ConsentDetails, ConsentsService } from '@pii-vault/proto/vault/v1/consents';
import { ErasuresService } from '@pii-vault/proto/vault/v1/erasures';
import { FactsService } from '@pii-vault/proto/vault/v1/facts';
import { FeaturesService } from '@pii-vault/proto/vault/v1/features';
import { FieldsService } from '@pii-vault/proto/vault/v1/fields';
import { FiguresService } from '@pii-vault/proto/vault/v1/figures';
import { IndividualsService } from '@pii-vault/proto/vault/v1/individuals';
import { KeyRowCountsService } from '@pii-vault/proto/vault/v1/key_rows';
import { PrincipalsService } from '@pii-vault/proto/vault/v1/principals';
import { RecordsService } from '@pii-vault/proto/vault/v1/records';
import { SearchService } from '@pii-vault/proto/vault/v1/search';
import { StatsService } from '@pii-vault/proto/vault/v1/stats';
import { vaultModule } from '../src/module.ts';
import { FakeCrypto } from './fake-crypto.ts';
import { fakeNeighbours, fourCompanies } from './fake-neighbours.ts';

export const ALL = [
  'pii:read',
  'pii:reveal',
  'pii:write',
  'pii:erase',
  'analytics:read',
  'company:manage',
] as const;

/** The vault with companies 1 to 4, of which 4 is suspended, and contexts of users and a super_admin. */
export async function vaultWorld(env: Record<string, string> = {}) {
  const [crypto, tenancy] = [new FakeCrypto(), fourCompanies()];
  const world = await bootModules([vaultModule, ...fakeNeighbours(crypto, tenancy)], { env });
  // A restart makes new clients, so each use looks them up.
  return {
    ...world,
    crypto,
    tenancy,
    get records() {
      return world.client(RecordsService, 'vault');
    },
    get individuals() {
      return world.client(IndividualsService, 'vault');
    },
    get fields() {
      return world.client(FieldsService, 'vault');
    },
    get consents() {
      return world.client(ConsentsService, 'vault');
    },
    get erasures() {
      return world.client(ErasuresService, 'vault');
    },
    get principals() {
      return world.client(PrincipalsService, 'vault');
    },
    get search() {
      return world.client(SearchService, 'vault');
    },
    get features() {
      return world.client(FeaturesService, 'vault');
    },
    get facts() {
      return world.client(FactsService, 'vault');
    },
    get keyRows() {
      return world.client(KeyRowCountsService, 'vault');
    },
    get figures() {
      return world.client(FiguresService, 'vault');
    },
    get stats() {
      return world.client(StatsService, 'vault');
    },
    user: (companies: readonly number[], permissions: readonly string[] = ALL): Promise<Ctx> =>
      world.as({ userId: 11, companies: Object.fromEntries(companies.map((id) => [id, permissions])) }),
    superAdmin: (): Promise<Ctx> => world.as({ userId: 1, everywhere: ALL }),
    entries: () => entriesOf(world),
    /**
     * Withdrawals and erasures of earlier tests no longer apply to records with the same values: each test creates its
     * people for the first time.
     */
    async forgetPeople() {
      await world.sql('DELETE FROM vault.search_index WHERE field_type <= 4');
      await world.sql('DELETE FROM vault.erased_identifiers');
    },
  };
}

/** Audit entries written so far, oldest first. */
async function entriesOf(world: TestWorld): Promise<AuditEntry[]> {
  await world.drain();
  const rows = await world.sql<{ payload: Buffer }>(
    `SELECT payload FROM bus.log WHERE topic = 'vault.audit' ORDER BY position`,
  );
  return rows.map((row) => AuditEntry.decode(row.payload));
}

export type VaultWorld = Awaited<ReturnType<typeof vaultWorld>>;

/** consentDetails of a request. */
export const consent = (purpose = 'kyc', alsoFor: string[] = ['support']): ConsentDetails => ({
  purpose,
  alsoFor,
  date: undefined,
  noticeVersion: undefined,
  language: undefined,
  channel: undefined,
  expiresAt: undefined,
  withdrawnAt: undefined,
});

/** Synthetic people in the style of FEBRL. Checksums are valid, the people do not exist. */
export const ASHA = {
  name: 'Asha Rao',
  pan: 'ABCPR1234F',
  email: 'asha.rao@example.in',
  phone: '+919876543201',
  dob: '1990-02-01',
  aadhaar: '234123412346',
};
