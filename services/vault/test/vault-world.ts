import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { bootModules, type TestWorld } from '@pii-vault/platform/testing/boot-modules';
import { AuditEntry } from '@pii-vault/proto/audit/v1/entry';
import { type ConsentDetails, ConsentsServiceService } from '@pii-vault/proto/vault/v1/consents';
import { ErasuresServiceService } from '@pii-vault/proto/vault/v1/erasures';
import { FactsServiceService } from '@pii-vault/proto/vault/v1/facts';
import { FeaturesServiceService } from '@pii-vault/proto/vault/v1/features';
import { FieldsServiceService } from '@pii-vault/proto/vault/v1/fields';
import { FiguresServiceService } from '@pii-vault/proto/vault/v1/figures';
import { IndividualsServiceService } from '@pii-vault/proto/vault/v1/individuals';
import { KeyRowsServiceService } from '@pii-vault/proto/vault/v1/key_rows';
import { PrincipalsServiceService } from '@pii-vault/proto/vault/v1/principals';
import { RecordsServiceService } from '@pii-vault/proto/vault/v1/records';
import { SearchServiceService } from '@pii-vault/proto/vault/v1/search';
import { StatsServiceService } from '@pii-vault/proto/vault/v1/stats';
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
      return world.client(RecordsServiceService, 'vault');
    },
    get individuals() {
      return world.client(IndividualsServiceService, 'vault');
    },
    get fields() {
      return world.client(FieldsServiceService, 'vault');
    },
    get consents() {
      return world.client(ConsentsServiceService, 'vault');
    },
    get erasures() {
      return world.client(ErasuresServiceService, 'vault');
    },
    get principals() {
      return world.client(PrincipalsServiceService, 'vault');
    },
    get search() {
      return world.client(SearchServiceService, 'vault');
    },
    get features() {
      return world.client(FeaturesServiceService, 'vault');
    },
    get facts() {
      return world.client(FactsServiceService, 'vault');
    },
    get keyRows() {
      return world.client(KeyRowsServiceService, 'vault');
    },
    get figures() {
      return world.client(FiguresServiceService, 'vault');
    },
    get stats() {
      return world.client(StatsServiceService, 'vault');
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
