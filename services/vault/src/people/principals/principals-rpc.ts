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
      handle: async (ctx, req) => reportToProto(await deps.getAccessReport(ctx, placeOf(req))),
    },
    getNominees: {
      allow: permission('pii:read', (req: GetNomineesRequest) => req.companyId),
      handle: async (ctx, req) => ({
        nomination: nominationToProto(await deps.getNominees(ctx, placeOf(req))),
      }),
    },
    setNominees: {
      allow: permission('pii:write', (req: SetNomineesRequest) => req.companyId),
      handle: async (ctx, { companyId, individualId, nominees }) => {
        await deps.setNominees(ctx, {
          companyId,
          individualId,
          nominees,
        });
        return {};
      },
    },
  });
}

function placeOf({ companyId, individualId, purpose }: GetAccessReportRequest | GetNomineesRequest) {
  const place = { companyId, individualId };
  return purpose === undefined ? place : { ...place, purpose };
}

function reportToProto({ shown, nomination }: AccessReport) {
  const { person } = shown;
  const { companyId, consents } = person;
  return {
    individual: individualToProto(person, [person]),
    fields: shownFieldsToProto(shown),
    consents: consents.map((entry) => consentEntryToProto(companyId, entry)),
    nomination: nominationToProto(nomination),
  };
}

function nominationToProto(nomination: Nomination | undefined): NominationMessage | undefined {
  if (nomination === undefined) return undefined;
  const { nominees, isMasked, updatedAt } = nomination;
  return {
    nominees: nominees.map(({ name, relationship, email, phone }) => ({ name, relationship, email, phone })),
    masked: isMasked,
    updatedAt,
  };
}
