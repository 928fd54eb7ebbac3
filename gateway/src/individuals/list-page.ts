import { consentChannels } from '@pii-vault/contract/consents/consents-schema';
import type { Individual, includable } from '@pii-vault/contract/individuals/individuals-schema';
import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import type { PeopleFilter, PersonMarks } from '@pii-vault/proto/vault/v1/individuals';
import type { Clients } from '../clients.ts';
import type { CompanyNames } from '../companies/company-names.ts';
import { given, oneOf } from '../wire/values.ts';
import { companiesOf, toPerson, toPresence } from './individuals-mapper.ts';
import { type ReachDeps, reachOf } from './reach.ts';

export interface ListDeps extends ReachDeps {
  readonly individuals: Clients['individuals'];
  readonly links: Clients['links'];
  readonly names: CompanyNames;
}

/** Filters of the list and its export. */
interface Filters {
  readonly companyId?: number | undefined;
  readonly sort?: string | undefined;
  readonly search?: string | undefined;
  readonly quality?: string | undefined;
  readonly externalId?: string | undefined;
  readonly include?: readonly (typeof includable)[number][] | undefined;
  readonly purpose?: string | undefined;
  readonly ids?: readonly number[] | undefined;
  readonly consentPurpose?: string | undefined;
  readonly consentState?: string | undefined;
  readonly noticeVersion?: string | undefined;
  readonly channel?: string | undefined;
  readonly linked?: boolean | undefined;
  readonly from?: string | undefined;
  readonly until?: string | undefined;
}

interface Place {
  readonly limit: number;
  readonly position: string | undefined;
  readonly forExport?: boolean;
}

/** One page of people with the companies that their links reach; only requested external ids are decrypted. */
export async function listPage(
  deps: ListDeps,
  ctx: Ctx,
  filters: Filters,
  { limit, position, forExport = false }: Place,
): Promise<{ rows: Individual[]; next: string | undefined; total: number | undefined }> {
  const { include = [] } = filters;
  const place = filters.linked === true ? linkedPlace(position) : { cursor: position, afterId: 0 };
  const answer = await deps.individuals.listIndividuals(ctx, {
    companyId: filters.companyId,
    limit,
    cursor: place.cursor,
    sort: filters.sort,
    search: filters.search,
    quality: filters.quality,
    externalId: filters.externalId,
    includeExternalIds: include.includes('externalIds'),
    forExport,
    purpose: filters.purpose,
    filter: await filterOf(deps, ctx, filters, place.afterId),
    marks: include.filter((one) => one !== 'externalIds'),
  });
  const reach = await reachOf(deps, ctx, answer.individuals);
  const named = await deps.names(answer.individuals.flatMap((person) => companiesOf(reach(person))));
  const externalIds = (id: number) =>
    answer.externalIds
      .filter(({ individualId }) => individualId === id)
      .map(({ companyId, externalId }) => ({ companyId, externalId }));
  const marks = new Map(answer.marks.map((one) => [keyOf(one.companyId, one.individualId), one]));
  return {
    rows: answer.individuals.map((person) => ({
      ...toPerson(person, reach(person), named),
      piiFields: toPresence(person),
      ...(include.includes('externalIds') ? { externalIds: externalIds(person.id) } : {}),
      ...toMarks(marks.get(keyOf(person.companyId, person.id))),
    })),
    next:
      filters.linked === true && answer.nextCursor !== undefined
        ? `${answer.nextAfterId ?? 0}:${answer.nextCursor}`
        : answer.nextCursor,
    total: answer.total,
  };
}

const keyOf = (companyId: number, id: number) => `${companyId}:${id}`;

function toMarks(found: PersonMarks | undefined): Pick<Individual, 'marks'> {
  if (found === undefined) return {};
  const { phone, source } = found;
  return {
    marks: given({
      phone,
      source: source === undefined ? undefined : oneOf(consentChannels, source),
    }),
  };
}

/** A position of linked people: the id of lineage's list, and the vault's cursor. */
function linkedPlace(position: string | undefined): { cursor: string | undefined; afterId: number } {
  const [afterId = '0'] = position?.split(':', 1) ?? [];
  return { cursor: position?.slice(afterId.length + 1), afterId: Number(afterId) };
}

/** The vault's filter; which people are linked is the word of lineage. */
async function filterOf(
  { links }: Pick<ListDeps, 'links'>,
  ctx: Ctx,
  { companyId, ids, linked, from, until, ...filters }: Filters,
  afterId: number,
): Promise<PeopleFilter | undefined> {
  const { consentPurpose, consentState, noticeVersion, channel } = filters;
  const parts = [ids, linked === true ? linked : undefined, from, until];
  if ([...parts, consentPurpose, consentState, noticeVersion, channel].every((one) => one === undefined))
    return undefined;
  const found =
    linked === true && companyId !== undefined
      ? await links.listLinked(ctx, { companyId, afterId })
      : undefined;
  return {
    ...{ consentPurpose, consentState, noticeVersion, channel },
    individualIds: ids ?? [],
    updatedFrom: from === undefined ? undefined : new Date(from),
    updatedUntil: until === undefined ? undefined : new Date(until),
    linked: found,
  };
}
