import type { exportIndividualsQuery, Individual } from '@pii-vault/contract/individuals/individuals-schema';
import type { KeysOf } from '@pii-vault/contract/routes';
import type { Columns } from '@pii-vault/platform/core/tables/csv-chunks';
import type { z } from 'zod';
import type { Handlers } from '../edge/handler.ts';
import { type ExportDeps, exportList, exportPageRows } from '../files/export-list.ts';
import { toBudget } from '../reveal-budgets/reveal-budgets-mapper.ts';
import { awaitAll } from '../wire/await-all.ts';
import { companyOf } from '../wire/company-of.ts';
import { etagOf } from '../wire/etag.ts';
import { fallbackIfUnavailable, ifPermitted } from '../wire/optional-response.ts';
import { present } from '../wire/values.ts';
import { companiesOf, toPerson, toPiiField, toPresence } from './individuals-mapper.ts';
import { type ListDeps, listPage } from './list-page.ts';
import { reachOf } from './reach.ts';

const own = (person: Individual) =>
  person.piiFields.filter(({ companyId }) => companyId === person.companyId);

/** CSV columns of the list: a person in one company per row; several values in a cell are separated by spaces. */
const individualColumns: Columns<Individual> = {
  id: (person) => person.id,
  masterKey: (person) => person.masterKey,
  companyId: (person) => person.companyId,
  companyName: (person) => person.crossCompanyData.companies.find(({ id }) => id === person.companyId)?.name,
  dataQualityScore: (person) => person.dataQualityScore,
  completenessPercentage: (person) => person.completenessPercentage,
  fieldTypes: (person) =>
    own(person)
      .map(({ fieldType }) => fieldType)
      .join(' '),
  linkedCompaniesCount: (person) => person.linkedCompaniesCount,
  linkedCompanyIds: (person) => person.crossCompanyData.companies.map(({ id }) => id).join(' '),
  externalId: (person) =>
    person.externalIds?.find(({ companyId }) => companyId === person.companyId)?.externalId,
  createdAt: (person) => person.createdAt,
  updatedAt: (person) => person.updatedAt,
};

/** Only where requested: a program that reads the file may expect the others alone. */
const columnsWith = (include: ExportQuery['include'] = []): Columns<Individual> => ({
  ...individualColumns,
  ...(include.includes('phone') ? { maskedPhone: (person) => person.marks?.phone } : {}),
  ...(include.includes('source') ? { consentChannel: (person) => person.marks?.source } : {}),
});

/** An instant in the letters of a recorded filter. */
const recorded = (at: string | undefined) => at?.replace(/[:.]/g, '-');

/** Filters with closed value sets, for the trail. */
const exportedFilters = ({ ids, include, quality, purpose, ...query }: ExportQuery) => ({
  ...{ quality, purpose, consentPurpose: query.consentPurpose, consentState: query.consentState },
  ...{ channel: query.channel, from: recorded(query.from), until: recorded(query.until) },
  linked: query.linked === true ? 'true' : undefined,
  include: include?.join(),
  chosen: ids?.length,
});

type ExportQuery = z.output<typeof exportIndividualsQuery>;
type Deps = ListDeps & ExportDeps;
type ListKey = 'GET /individuals' | 'GET /individuals/export' | 'GET /individuals/summary';

/** With links from lineage and names of companies. */
export function individualsHandlers(deps: Deps): Handlers<KeysOf<'individuals'>> {
  return { ...listHandlers(deps), ...personHandlers(deps) };
}

function listHandlers(deps: Deps): Handlers<ListKey> {
  const { individuals, links } = deps;
  return {
    'GET /individuals': async ({ ctx, query, position }) => {
      const { limit } = query;
      const { rows, next, total } = await listPage(deps, ctx, query, { limit, position });
      return { body: rows, next, total };
    },
    'GET /individuals/export': async ({ ctx, query, renewed }) =>
      exportList(
        deps,
        { ctx, renewed },
        {
          name: 'individuals',
          format: query.format,
          permission: 'pii:read',
          companyId: query.companyId,
          filters: exportedFilters(query),
          columns: columnsWith(query.include),
          page: (ctx, position) =>
            listPage(deps, ctx, query, { limit: exportPageRows, position, forExport: true }),
        },
      ),
    'GET /individuals/summary': async ({ ctx, query }) => {
      const scope = { companyId: query.companyId };
      const ifReadable = <T>(read: () => Promise<T>) =>
        ifPermitted(ctx, 'lineage:read', () => fallbackIfUnavailable(read(), undefined), undefined);
      const [people, linked, duplicates] = await awaitAll([
        individuals.getIndividualsSummary(ctx, scope),
        ifReadable(() => links.getSummary(ctx, scope)),
        ifReadable(() => links.listDuplicates(ctx, { ...scope, countsOnly: true })),
      ]);
      const found = duplicates?.counts;
      return {
        body: {
          totalIndividuals: people.totalIndividuals,
          crossLinked: linked === undefined ? null : people.sharedById + linked.crossLinkedIndividuals,
          avgCompleteness: people.totalIndividuals === 0 ? null : Math.round(people.averageCompleteness),
          duplicatesFound: found === undefined ? null : found.withinCompany + found.crossCompany,
        },
      };
    },
  };
}

function personHandlers(deps: Deps): Handlers<'POST /individuals' | 'GET /individuals/{id}'> {
  const { individuals, names } = deps;
  return {
    'POST /individuals': async ({ ctx, session, body }) => {
      const { individual } = await individuals.createIndividual(ctx, {
        companyId: companyOf(body.companyId, session),
        masterKey: body.masterKey,
        dataQualityScore: body.dataQualityScore,
      });
      const person = present(individual);
      const reach = { holding: [person.companyId], reached: [] };
      return {
        body: { ...toPerson(person, reach, await names(reach.holding)), piiFields: toPresence(person) },
      };
    },
    'GET /individuals/{id}': async ({ ctx, params, query }) => {
      const id = params.id;
      const companyId = query.companyId;
      // With a company in the request, links are requested concurrently.
      const [answer, early] = await awaitAll([
        individuals.getIndividual(ctx, { individualId: id, companyId, purpose: query.purpose }),
        companyId === undefined ? undefined : reachOf(deps, ctx, [{ companyId, id }]),
      ]);
      const person = present(answer.individual);
      const reach = (early ?? (await reachOf(deps, ctx, [person])))(person);
      const holders = answer.fields.map(({ companyId }) => companyId);
      const named = await names([...companiesOf(reach), ...holders]);
      const piiFields = answer.fields.map((field) => toPiiField(field, named));
      const revealBudget = answer.budget === undefined ? {} : { revealBudget: toBudget(answer.budget) };
      const body = { ...toPerson(person, reach, named), piiFields, ...revealBudget };
      // Each company has its own version.
      return person.companyIds.length === 1
        ? { body, headers: { ETag: etagOf(person.recordVersion) } }
        : { body };
    },
  };
}
