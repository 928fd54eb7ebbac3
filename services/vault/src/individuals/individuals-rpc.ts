import type { Ctx } from '@pii-vault/platform/context/ctx';
import type { Database } from '@pii-vault/platform/db/database';
import { notFound } from '@pii-vault/platform/errors/not-found';
import { permission } from '@pii-vault/platform/rpc/allow';
import { type RpcService, serve } from '@pii-vault/platform/rpc/serve';
import {
  type CreateIndividualRequest,
  type GetIndividualRequest,
  type GetIndividualsSummaryRequest,
  IndividualsServiceService,
  type ListIndividualsRequest,
} from '@pii-vault/proto/vault/v1/individuals';
import type { CompanyStatus } from '../company-status/company-status.ts';
import { shownFieldsToProto } from '../fields/shown-field-proto.ts';
import type { CreateIndividual } from './create-individual.ts';
import type { GetIndividual } from './get-individual.ts';
import type { GetSummary } from './get-summary.ts';
import type { Individual } from './individual.ts';
import { individualToProto, listRequestOf } from './individual-proto.ts';
import { readPresences } from './individuals-store.ts';
import type { ListedExternalId } from './list-external-ids.ts';
import type { ListIndividuals } from './list-individuals.ts';

export interface IndividualsRpcDeps {
  readonly db: Pick<Database, 'tenant'>;
  readonly status: CompanyStatus;
  readonly createIndividual: CreateIndividual;
  readonly listIndividuals: ListIndividuals;
  readonly listExternalIds: (ctx: Ctx, page: readonly Individual[]) => Promise<ListedExternalId[]>;
  readonly getIndividual: GetIndividual;
  readonly getSummary: GetSummary;
}

export function individualsRpc(deps: IndividualsRpcDeps): RpcService {
  return serve(IndividualsServiceService, {
    createIndividual: {
      allow: permission('pii:write', (req: CreateIndividualRequest) => req.companyId),
      handle: async (ctx, { companyId, masterKey, dataQualityScore }) => {
        const individual = await deps.createIndividual(ctx, {
          companyId: Number(companyId),
          ...(masterKey === undefined ? {} : { masterKey }),
          ...(dataQualityScore === undefined ? {} : { quality: dataQualityScore }),
        });
        return { individual: individualToProto(individual, [individual]) };
      },
    },
    listIndividuals: {
      allow: permission('pii:read', (req: ListIndividualsRequest) => req.companyId),
      handle: async (ctx, req) => {
        const page = await deps.listIndividuals(ctx, listRequestOf(req));
        const externalIds = req.includeExternalIds ? await deps.listExternalIds(ctx, page.individuals) : [];
        return {
          individuals: page.individuals.map((one) => individualToProto(one, page.presences)),
          nextCursor: page.nextCursor,
          total: page.total === undefined ? undefined : BigInt(page.total),
          externalIds: externalIds.map(({ companyId, individualId, externalId }) => ({
            companyId: BigInt(companyId),
            individualId: BigInt(individualId),
            externalId,
          })),
        };
      },
    },
    getIndividual: {
      allow: permission('pii:read', (req: GetIndividualRequest) => req.companyId),
      handle: (ctx, req) => getIndividual(deps, ctx, req),
    },
    getIndividualsSummary: {
      allow: permission('pii:read', (req: GetIndividualsSummaryRequest) => req.companyId),
      handle: async (ctx, { companyId }) => await deps.getSummary(ctx, optionalNumber(companyId)),
    },
  });
}

async function getIndividual(deps: IndividualsRpcDeps, ctx: Ctx, req: GetIndividualRequest) {
  const { companyId, purpose } = req;
  const individualId = Number(req.individualId);
  const shown = await deps.getIndividual(ctx, {
    individualId,
    ...(companyId === undefined ? {} : { companyId: Number(companyId) }),
    ...(purpose === undefined ? {} : { purpose }),
  });
  const [first] = shown;
  if (first === undefined) throw notFound();
  const { person } = first;
  const presences = shown.map((one) => ({
    companyId: one.person.companyId,
    id: individualId,
    typeMask: one.person.typeMask,
  }));
  const everywhere = companyId === undefined ? presences : await presencesOf(deps, ctx, individualId);
  const entry = { ...person, id: individualId };
  return {
    individual: individualToProto(entry, everywhere),
    fields: shown.flatMap((one) => shownFieldsToProto(one)),
  };
}

async function presencesOf(deps: IndividualsRpcDeps, ctx: Ctx, individualId: number) {
  const companies = await deps.status.readScope(ctx, 'pii:read', undefined);
  return await deps.db.tenant({ companies }, (tx) => readPresences(tx, companies, [individualId]));
}

function optionalNumber(id: bigint | undefined): number | undefined {
  return id === undefined ? undefined : Number(id);
}
