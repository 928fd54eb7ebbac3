import type { LinkAgreement } from '@pii-vault/contract/link-agreements/link-agreements-schema';
import { defaultLimit } from '@pii-vault/contract/query';
import type { KeysOf } from '@pii-vault/contract/routes';
import type { LinkAgreement as StoredAgreement } from '@pii-vault/proto/tenancy/v1/link_agreements';
import type { Clients } from '../clients.ts';
import { type CompanyNames, nameOf } from '../companies/company-names.ts';
import type { Handlers } from '../edge/handler.ts';
import { fromId, fromOptionalId, oneOf, present, toId, toIso, toOptionalIso } from '../wire/values.ts';

type Deps = Pick<Clients, 'linkAgreements'> & { names: CompanyNames };

export function linkAgreementsHandlers({ linkAgreements, names }: Deps): Handlers<KeysOf<'link-agreements'>> {
  const named = async (agreements: readonly StoredAgreement[]): Promise<LinkAgreement[]> => {
    const companies = await names(
      agreements.flatMap((each) => [toId(each.companyId), toId(each.otherCompanyId)]),
    );
    return agreements.map((agreement) => ({
      ...toAgreement(agreement),
      companyName: nameOf(companies, toId(agreement.companyId)),
      otherCompanyName: nameOf(companies, toId(agreement.otherCompanyId)),
    }));
  };
  const one = async (agreement: StoredAgreement | undefined) =>
    present((await named([present(agreement)]))[0]);
  return {
    'GET /link-agreements': async ({ ctx, query, position }) => {
      const answer = await linkAgreements.listLinkAgreements(ctx, {
        companyId: fromOptionalId(query.companyId),
        limit: query.limit ?? defaultLimit,
        afterId: BigInt(position ?? 0),
      });
      return { body: await named(answer.agreements), next: answer.nextAfterId?.toString() };
    },
    'POST /link-agreements': async ({ ctx, body }) => {
      const { agreement } = await linkAgreements.createLinkAgreement(ctx, {
        companyId: fromId(body.companyId),
        otherCompanyId: fromId(body.otherCompanyId),
        purpose: body.purpose,
        includeAadhaar: body.includeAadhaar,
        startsAt: undefined,
        endsAt: undefined,
      });
      return { body: await one(agreement) };
    },
    'POST /link-agreements/{id}/accept': async ({ ctx, params }) => {
      const { agreement } = await linkAgreements.acceptLinkAgreement(ctx, { agreementId: fromId(params.id) });
      return { body: await one(agreement) };
    },
    'DELETE /link-agreements/{id}': async ({ ctx, params }) => {
      await linkAgreements.endLinkAgreement(ctx, { agreementId: fromId(params.id) });
      return { body: { success: true } };
    },
  };
}

function toAgreement(agreement: StoredAgreement): Omit<LinkAgreement, 'companyName' | 'otherCompanyName'> {
  return {
    id: toId(agreement.id),
    companyId: toId(agreement.companyId),
    otherCompanyId: toId(agreement.otherCompanyId),
    purpose: agreement.purpose,
    includeAadhaar: agreement.includeAadhaar,
    status: oneOf(['pending', 'accepted', 'ended'], agreement.status),
    isLive: agreement.isLive,
    startsAt: toOptionalIso(agreement.startsAt),
    endsAt: toOptionalIso(agreement.endsAt),
    acceptedAt: toOptionalIso(agreement.acceptedAt),
    endedAt: toOptionalIso(agreement.endedAt),
    createdAt: toIso(agreement.createdAt),
  };
}
