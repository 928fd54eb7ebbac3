import {
  type LinkAgreement,
  linkAgreementSchema,
} from '@pii-vault/contract/link-agreements/link-agreements-schema';
import type { KeysOf } from '@pii-vault/contract/routes';
import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import type { Columns } from '@pii-vault/platform/core/tables/csv-chunks';
import type { LinkAgreement as StoredAgreement } from '@pii-vault/proto/tenancy/v1/link_agreements';
import type { Clients } from '../clients.ts';
import { type CompanyNames, nameOf } from '../companies/company-names.ts';
import type { Handlers } from '../edge/handler.ts';
import { type ExportDeps, exportList, exportPageRows } from '../files/export-list.ts';
import { jsonOf } from '../passed/json-of.ts';
import { present } from '../wire/values.ts';

/** CSV columns of the list. */
const agreementColumns: Columns<LinkAgreement> = {
  id: (agreement) => agreement.id,
  companyId: (agreement) => agreement.companyId,
  company: (agreement) => agreement.companyName,
  otherCompanyId: (agreement) => agreement.otherCompanyId,
  otherCompany: (agreement) => agreement.otherCompanyName,
  purpose: (agreement) => agreement.purpose,
  includeAadhaar: (agreement) => String(agreement.includeAadhaar),
  disclosureDelay: (agreement) => agreement.disclosureDelay,
  includesHealthData: (agreement) => String(agreement.includesHealthData),
  status: (agreement) => agreement.status,
  isLive: (agreement) => String(agreement.isLive),
  startsAt: (agreement) => agreement.startsAt,
  endsAt: (agreement) => agreement.endsAt,
  acceptedAt: (agreement) => agreement.acceptedAt,
  endedAt: (agreement) => agreement.endedAt,
  createdAt: (agreement) => agreement.createdAt,
};

type Deps = Pick<Clients, 'linkAgreements'> & ExportDeps & { names: CompanyNames };

/** With names of companies. */
export function linkAgreementsHandlers(deps: Deps): Handlers<KeysOf<'link-agreements'>> {
  const { linkAgreements } = deps;
  return {
    'GET /link-agreements': async ({ ctx, query, position }) => {
      const { rows, next } = await agreementsPage(deps, ctx, query.companyId, query.limit, position);
      return { body: rows, next };
    },
    'GET /link-agreements/export': async ({ ctx, query, renewed }) =>
      exportList(
        deps,
        { ctx, renewed },
        {
          name: 'link-agreements',
          format: query.format,
          permission: 'company:manage',
          companyId: query.companyId,
          columns: agreementColumns,
          page: (ctx, position) => agreementsPage(deps, ctx, query.companyId, exportPageRows, position),
        },
      ),
    'POST /link-agreements': async ({ ctx, body }) => {
      const { agreement } = await linkAgreements.createLinkAgreement(ctx, {
        ...body,
        startsAt: body.startsAt,
        endsAt: body.endsAt,
      });
      return { body: await oneNamed(deps, agreement) };
    },
    'POST /link-agreements/{id}/accept': async ({ ctx, params }) => {
      const { agreement } = await linkAgreements.acceptLinkAgreement(ctx, params);
      return { body: await oneNamed(deps, agreement) };
    },
  };
}

async function agreementsPage(
  deps: Deps,
  ctx: Ctx,
  companyId: number | undefined,
  limit: number,
  position: string | undefined,
) {
  const place = { companyId, limit, cursor: position };
  const { agreements, nextCursor } = await deps.linkAgreements.listLinkAgreements(ctx, place);
  return { rows: await named(deps, agreements), next: nextCursor };
}

const toAgreement = jsonOf(linkAgreementSchema);

/** Adds the names of both companies. */
async function named({ names }: Deps, agreements: readonly StoredAgreement[]): Promise<LinkAgreement[]> {
  const companies = await names(agreements.flatMap((each) => [each.companyId, each.otherCompanyId]));
  return agreements.map((agreement) =>
    toAgreement({
      ...agreement,
      companyName: nameOf(companies, agreement.companyId),
      otherCompanyName: nameOf(companies, agreement.otherCompanyId),
    }),
  );
}

const oneNamed = async (deps: Deps, agreement: StoredAgreement | undefined) =>
  present((await named(deps, [present(agreement)]))[0]);
