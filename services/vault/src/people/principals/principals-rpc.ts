import { permission } from '@pii-vault/platform/rpc/allow';
import { type RpcService, serve } from '@pii-vault/platform/rpc/serve';
import {
  type GetAccessReportRequest,
  type GetNomineesRequest,
  type Nomination as NominationMessage,
  PrincipalsService,
  type SetNomineesRequest,
} from '@pii-vault/proto/vault/v1/principals';
import { consentEntryToProto } from '../consents/consents-rpc.ts';
import { shownFieldsToProto } from '../fields/shown-field-proto.ts';
import { individualToProto } from '../individuals/individual-proto.ts';
import type { AccessReport, GetAccessReport } from './get-access-report.ts';
import type { GetNominees, Nomination } from './get-nominees.ts';
import type { SetNominees } from './set-nominees.ts';

export function principalsRpc(deps: {
  readonly getAccessReport: GetAccessReport;
  readonly getNominees: GetNominees;
  readonly setNominees: SetNominees;
}): RpcService {
  return serve(PrincipalsService, {
    getAccessReport: {
      allow: permission('pii:reveal', (req: GetAccessReportRequest) => req.companyId),
      handle: async (ctx, req) => reportToProto(await deps.getAccessReport(ctx, req)),
    },
    getNominees: {
      allow: permission('pii:read', (req: GetNomineesRequest) => req.companyId),
      handle: async (ctx, { id, ...place }) => {
        const nomination = await deps.getNominees(ctx, { ...place, individualId: id });
        return { nomination: nominationToProto(place.companyId, nomination) };
      },
    },
    setNominees: {
      allow: permission('pii:write', (req: SetNomineesRequest) => req.companyId),
      handle: async (ctx, { id, ...input }) => {
        await deps.setNominees(ctx, { ...input, individualId: id });
        return {};
      },
    },
  });
}

function reportToProto({ shown, nomination }: AccessReport) {
  const { person } = shown;
  const { companyId, consents } = person;
  return {
    individual: individualToProto(person, [person]),
    fields: shownFieldsToProto(shown),
    consents: consents.map((entry) => consentEntryToProto(companyId, entry)),
    nomination: nominationToProto(companyId, nomination),
  };
}

/** A person without nominees has an empty nomination. */
const nominationToProto = (companyId: number, nomination: Nomination | undefined): NominationMessage => ({
  companyId,
  nominees: nomination?.nominees ?? [],
  masked: nomination?.isMasked ?? true,
  updatedAt: nomination?.updatedAt,
});
