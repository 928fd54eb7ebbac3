import { type AccessReport, nominationSchema } from '@pii-vault/contract/principals/principals-schema';
import { purposeEntrySchema } from '@pii-vault/contract/purposes/purposes-schema';
import { recipientSchema } from '@pii-vault/contract/recipients/recipients-schema';
import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { foldedPurpose } from '@pii-vault/platform/domain/purpose';
import type { Disclosure } from '@pii-vault/proto/audit/v1/disclosures';
import type { GetAccessReportResponse } from '@pii-vault/proto/vault/v1/principals';
import type { Clients } from '../clients.ts';
import { type CompanyNames, nameOf } from '../companies/company-names.ts';
import { toConsentEntry } from '../consents/consents-mapper.ts';
import type { VerifiedSameDeps } from '../data-lineage/verified-same.ts';
import { allPages } from '../files/all-pages.ts';
import { toPiiField } from '../individuals/individuals-mapper.ts';
import { type ReachDeps, reachOf } from '../individuals/reach.ts';
import { jsonOf } from '../passed/json-of.ts';
import { awaitAll } from '../wire/await-all.ts';
import { userNames } from '../wire/user-names.ts';
import { present } from '../wire/values.ts';
import { activitiesOf, clientReads, ownerOf, toReader } from './disclosures-mapper.ts';

export type AccessReportDeps = Pick<
  Clients,
  'principals' | 'disclosures' | 'purposes' | 'recipients' | 'userDirectory'
> &
  ReachDeps &
  VerifiedSameDeps & { readonly names: CompanyNames; readonly self: () => Ctx };

interface Asked {
  readonly companyId: number;
  readonly individualId: number;
  readonly purpose: string | undefined;
}

/**
 * Calls the vault first, which checks the person and audits the read; then trail, registers and links. Fails when a
 * service is unavailable, because an incomplete report would be wrong.
 */
export async function composeAccessReport(
  deps: AccessReportDeps,
  ctx: Ctx,
  asked: Asked,
): Promise<AccessReport> {
  const { companyId, individualId } = asked;
  const held = await deps.principals.getAccessReport(ctx, asked);
  const person = present(held.individual);
  const [sums, reach, same] = await awaitAll([
    deps.disclosures.sumDisclosures(ctx, { companyId, individualId }),
    reachOf(deps, ctx, [person]),
    deps.linkFacts.listVerifiedSame(deps.self(), { companyId, individualId }),
  ]);
  // Entries of the trail keep the spelling of their time.
  const disclosures = sums.disclosures.map((one) => ({ ...one, purpose: foldedPurpose(one.purpose) }));
  const linked = reach(person).reached.filter((id) => id !== companyId);
  const reads = clientReads(disclosures);
  const about = { companyId, purposes: [...purposesIn(held, disclosures)] };
  const [names, owners, purposes, recipients] = await awaitAll([
    deps.names([companyId, ...linked]),
    userNames(deps, deps.self(), reads.flatMap(ownerOf)),
    purposesOf(deps, ctx, about),
    recipientsOf(deps, ctx, about),
  ]);
  return {
    companyId,
    companyName: nameOf(names, companyId),
    individualId,
    masterKey: person.masterKey,
    generatedAt: new Date().toISOString(),
    personalData: held.fields.map((field) => toPiiField(field, names)),
    consents: held.consents.map(toConsentEntry),
    purposes,
    activities: activitiesOf(disclosures),
    readers: reads.map((one) => toReader(one, owners)),
    recipients,
    linkedCompanies: linked.map((id) => ({
      id,
      name: nameOf(names, id),
      tier: names.get(id)?.tier ?? 'secondary',
    })),
    verifiedSame: [...same.individualIds],
    nomination: toNomination(present(held.nomination)),
  };
}

/** Purposes of the consents and of the reads. */
function purposesIn({ consents }: GetAccessReportResponse, disclosures: readonly Disclosure[]): Set<string> {
  const named = consents.flatMap(({ details }) => [details?.purpose ?? '', ...(details?.alsoFor ?? [])]);
  return new Set([...named, ...disclosures.map(({ purpose }) => purpose)]);
}

const toPurpose = jsonOf(purposeEntrySchema);
const toRecipient = jsonOf(recipientSchema);
const toNomination = jsonOf(nominationSchema);
const registerPage = 200;

/** Entries of a register that the report shows. */
interface About {
  readonly companyId: number;
  readonly purposes: string[];
}

async function purposesOf({ purposes }: AccessReportDeps, ctx: Ctx, about: About) {
  const pages = allPages(async (position) => {
    const answer = await purposes.findPurposes(ctx, {
      limit: registerPage,
      cursor: position,
      ...about,
    });
    return { rows: answer.purposes.map(toPurpose), next: answer.nextCursor };
  });
  return flattened(pages);
}

async function recipientsOf({ recipients }: AccessReportDeps, ctx: Ctx, about: About) {
  const pages = allPages(async (position) => {
    const answer = await recipients.findRecipients(ctx, {
      limit: registerPage,
      cursor: position,
      ...about,
    });
    return { rows: answer.recipients.map(toRecipient), next: answer.nextCursor };
  });
  return flattened(pages);
}

async function flattened<T>(pages: AsyncIterable<readonly T[]>): Promise<T[]> {
  const rows: T[] = [];
  for await (const page of pages) rows.push(...page);
  return rows;
}
