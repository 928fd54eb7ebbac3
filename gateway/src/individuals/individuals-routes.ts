import { defaultLimit } from '@pii-vault/contract/query';
import type { KeysOf } from '@pii-vault/contract/routes';
import type { Clients } from '../clients.ts';
import type { CompanyNames } from '../companies/company-names.ts';
import type { Handlers } from '../edge/handler.ts';
import { companyOf } from '../wire/company-of.ts';
import { ifHeld, unlessAway } from '../wire/optional-answer.ts';
import { together } from '../wire/together.ts';
import { fromId, fromOptionalId, oneDecimal, present, toId } from '../wire/values.ts';
import { toPerson, toPiiField, toPresence } from './individuals-mapper.ts';
import { reachOf } from './reach.ts';

type Deps = Pick<Clients, 'individuals' | 'links'> & { names: CompanyNames };

export function individualsHandlers(deps: Deps): Handlers<KeysOf<'individuals'>> {
  return { ...listHandlers(deps), ...personHandlers(deps) };
}

function listHandlers(deps: Deps): Handlers<'GET /individuals' | 'GET /individuals/summary'> {
  const { individuals, links, names } = deps;
  return {
    'GET /individuals': async ({ ctx, query, position }) => {
      const answer = await individuals.listIndividuals(ctx, {
        companyId: fromOptionalId(query.companyId),
        limit: query.limit ?? defaultLimit,
        cursor: position,
        sort: query.sort,
        search: query.search,
        quality: query.quality,
        externalId: query.externalId,
        includeExternalIds: query.include === 'externalIds',
      });
      const reach = await reachOf(deps, ctx, answer.individuals);
      const named = await names(answer.individuals.flatMap((person) => companiesOf(reach(person))));
      const externalIds = (id: bigint) =>
        answer.externalIds
          .filter(({ individualId }) => individualId === id)
          .map(({ companyId, externalId }) => ({ companyId: toId(companyId), externalId }));
      return {
        body: answer.individuals.map((person) => ({
          ...toPerson(person, reach(person), named),
          piiFields: toPresence(person),
          ...(query.include === undefined ? {} : { externalIds: externalIds(person.id) }),
        })),
        next: answer.nextCursor,
        total: answer.total === undefined ? undefined : Number(answer.total),
      };
    },
    'GET /individuals/summary': async ({ ctx, query }) => {
      const scope = { companyId: fromOptionalId(query.companyId) };
      const [people, linked, duplicates] = await together([
        individuals.getIndividualsSummary(ctx, scope),
        ifHeld(ctx, 'lineage:read', () => unlessAway(links.getSummary(ctx, scope), undefined), undefined),
        ifHeld(ctx, 'lineage:read', () => unlessAway(links.listDuplicates(ctx, scope), undefined), undefined),
      ]);
      return {
        body: {
          totalIndividuals: Number(people.totalIndividuals),
          crossLinked:
            linked === undefined ? null : Number(people.sharedById + linked.crossLinkedIndividuals),
          avgCompleteness: Math.round(oneDecimal(people.averageCompleteness)),
          duplicatesFound:
            duplicates === undefined
              ? null
              : Number(duplicates.withinCompanyCount + duplicates.crossCompanyCount),
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
      const reach = { holding: [toId(person.companyId)], reached: [] };
      return {
        body: { ...toPerson(person, reach, await names(reach.holding)), piiFields: toPresence(person) },
      };
    },
    'GET /individuals/{id}': async ({ ctx, params, query }) => {
      const id = fromId(params.id);
      const companyId = fromOptionalId(query.companyId);
      // With the company named, the links can be asked for at the same time.
      const [answer, early] = await together([
        individuals.getIndividual(ctx, { individualId: id, companyId, purpose: query.purpose }),
        companyId === undefined ? undefined : reachOf(deps, ctx, [{ companyId, id }]),
      ]);
      const person = present(answer.individual);
      const reach = (early ?? (await reachOf(deps, ctx, [person])))(person);
      const holders = answer.fields.map(({ companyId }) => toId(companyId));
      const named = await names([...companiesOf(reach), ...holders]);
      const piiFields = answer.fields.map((field) => toPiiField(field, named));
      return { body: { ...toPerson(person, reach, named), piiFields } };
    },
  };
}

const companiesOf = (reach: { holding: readonly number[]; reached: readonly number[] }) => [
  ...reach.holding,
  ...reach.reached,
];
