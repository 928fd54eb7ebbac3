import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { notFound } from '@pii-vault/platform/core/errors/not-found';
import { permission } from '@pii-vault/platform/rpc/allow';
import { type RpcService, serve } from '@pii-vault/platform/rpc/serve';
import {
  type CreateIndividualRequest,
  type GetIndividualRequest,
  type GetIndividualsSummaryRequest,
  IndividualsService,
  type ListIndividualsRequest,
} from '@pii-vault/proto/vault/v1/individuals';
import { noticeToProto } from '../../limits/budgets/get-budget.ts';
import { shownFieldsToProto } from '../fields/shown-field-proto.ts';
import type { CreateIndividual } from './create-individual.ts';
import type { GetIndividual } from './get-individual.ts';
import type { GetSummary } from './get-summary.ts';
import type { Individual } from './individual.ts';
import { individualToProto, listRequestOf } from './individual-proto.ts';
import type { ListedExternalId } from './list-external-ids.ts';
import type { ListIndividuals } from './list-individuals.ts';
import type { PersonMarks } from './list-marks.ts';

export interface IndividualsRpcDeps {
  readonly createIndividual: CreateIndividual;
  readonly listIndividuals: ListIndividuals;
  readonly listExternalIds: (
    ctx: Ctx,
    page: readonly Individual[],
    purpose: string | undefined,
  ) => Promise<ListedExternalId[]>;
  readonly listMarks: (
    ctx: Ctx,
    page: readonly Individual[],
    marks: readonly string[],
  ) => Promise<PersonMarks[]>;
  readonly getIndividual: GetIndividual;
  readonly getSummary: GetSummary;
}

export function individualsRpc(deps: IndividualsRpcDeps): RpcService {
  return serve(IndividualsService, {
    createIndividual: {
      allow: permission('pii:write', (req: CreateIndividualRequest) => req.companyId),
      handle: async (ctx, { companyId, masterKey, dataQualityScore }) => {
        const individual = await deps.createIndividual(ctx, {
          companyId,
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
        const externalIds = req.includeExternalIds
          ? await deps.listExternalIds(ctx, page.individuals, req.purpose)
          : [];
        const marks = req.marks.length === 0 ? [] : await deps.listMarks(ctx, page.individuals, req.marks);
        return {
          individuals: page.individuals.map((one) => individualToProto(one, page.presences)),
          nextCursor: page.nextCursor,
          nextAfterId: page.nextAfterId,
          total: page.total,
          externalIds: externalIds.map(({ companyId, individualId, externalId }) => ({
            companyId,
            individualId,
            externalId,
          })),
          marks: marks.map(({ companyId, individualId, phone, source }) => ({
            ...{ companyId, individualId, phone, source },
          })),
        };
      },
    },
    getIndividual: {
      allow: permission('pii:read', (req: GetIndividualRequest) => req.companyId),
      handle: (ctx, req) => getIndividual(deps, ctx, req),
      byReference: true,
    },
    getIndividualsSummary: {
      allow: permission('pii:read', (req: GetIndividualsSummaryRequest) => req.companyId),
      handle: async (ctx, { companyId }) => await deps.getSummary(ctx, companyId),
    },
  });
}

async function getIndividual(deps: IndividualsRpcDeps, ctx: Ctx, req: GetIndividualRequest) {
  const { companyId, purpose } = req;
  const individualId = req.individualId;
  const shown = await deps.getIndividual(ctx, {
    individualId,
    ...(companyId === undefined ? {} : { companyId }),
    ...(purpose === undefined ? {} : { purpose }),
  });
  const [first] = shown;
  if (first === undefined) throw notFound();
  const people = shown.map(({ person }) => person);
  const budget = shown.find((one) => one.budget !== undefined)?.budget;
  return {
    individual: individualToProto(first.person, people),
    fields: shown.flatMap((one) => shownFieldsToProto(one)),
    budget: budget && noticeToProto(budget),
  };
}
