import type { Module } from '@pii-vault/platform/runtime/module/module';
import { bootModules, type TestWorld } from '@pii-vault/platform/testing/boot-modules';
import { AccessRulesService } from '@pii-vault/proto/tenancy/v1/access_rules';
import { CompaniesService } from '@pii-vault/proto/tenancy/v1/companies';
import { DirectoryService } from '@pii-vault/proto/tenancy/v1/directory';
import {
  CreateLinkAgreementRequest,
  LinkAgreementsService,
} from '@pii-vault/proto/tenancy/v1/link_agreements';
import { WebhooksService } from '@pii-vault/proto/tenancy/v1/webhooks';
import { tenancyModule } from '../src/module.ts';
import { Neighbours, standIns } from './stand-ins.ts';

export const SUPER = { userId: 1, everywhere: ['access:manage', 'company:create', 'company:manage'] };

/** An administrator of the given companies. */
export function adminOf(...companyIds: number[]) {
  const companies = Object.fromEntries(companyIds.map((id) => [id, ['company:manage', 'pii:read']]));
  return { userId: 100 + (companyIds[0] ?? 0), companies };
}

/** A signed-in user of a company without permissions to manage it. */
export function viewerOf(companyId: number) {
  return { userId: 200 + companyId, companies: { [companyId]: ['pii:read'] } };
}

/** Proposes an agreement from now on, without end. */
export const proposal = (companyId: number, otherCompanyId: number, purpose = 'fraud') =>
  CreateLinkAgreementRequest.fromPartial({ companyId, otherCompanyId, purpose });

export interface TenancyWorld {
  readonly world: TestWorld;
  readonly access: ReturnType<typeof clients>['access'];
  readonly companies: ReturnType<typeof clients>['companies'];
  readonly agreements: ReturnType<typeof clients>['agreements'];
  readonly directory: ReturnType<typeof clients>['directory'];
  readonly webhooks: ReturnType<typeof clients>['webhooks'];
  readonly neighbours: Neighbours;
  /** Creates a company as super_admin and returns its id. */
  create(code: string): Promise<number>;
  /** Published events of a topic, oldest first. */
  published(topic: string): Promise<{ companyId: number | null; payload: Buffer }[]>;
}

function clients(world: TestWorld) {
  return {
    access: world.client(AccessRulesService, 'tenancy'),
    companies: world.client(CompaniesService, 'tenancy'),
    agreements: world.client(LinkAgreementsService, 'tenancy'),
    directory: world.client(DirectoryService, 'tenancy'),
    webhooks: world.client(WebhooksService, 'tenancy'),
  };
}

/**
 * `more` runs together with tenancy: producers of events or fakes of other services. `isQuiet`: without jobs and
 * events, as after a restore.
 */
export async function bootTenancy(
  env: Readonly<Record<string, string>> = {},
  more: readonly Module[] = [],
  isQuiet = false,
): Promise<TenancyWorld> {
  const neighbours = new Neighbours();
  const others = standIns(neighbours).filter(({ name }) => !more.some((one) => one.name === name));
  const world = await bootModules([...others, ...more, tenancyModule], { env, isQuiet });
  const rpcs = clients(world);
  return {
    world,
    neighbours,
    ...rpcs,
    async create(code) {
      const request = { name: `Company ${code}`, code, tier: '', status: '' };
      const { company } = await rpcs.companies.createCompany(await world.as(SUPER), request);
      return company?.id ?? 0;
    },
    async published(topic) {
      await world.drain();
      return world.sql(
        `SELECT company_id AS "companyId", payload FROM bus.log WHERE topic = $1 ORDER BY position`,
        [topic],
      );
    },
  };
}
