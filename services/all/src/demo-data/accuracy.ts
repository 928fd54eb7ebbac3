import type { Client } from '@pii-vault/contract/client';
import type { DemoCompany } from './fill-vault.ts';
import type { Truth } from './generate.ts';

export interface Accuracy {
  readonly links: number;
  readonly verified: number;
  /** Share of verified links that join rows of one person; 1 without links. */
  readonly verifiedPrecision: number;
  /** Share of all links, including pending ones, that join rows of one person. */
  readonly precision: number;
}

/** Compares the links between people of these companies with the ground truth of the generator. */
export async function measureAccuracy(
  client: Client,
  companies: readonly DemoCompany[],
  truth: Truth,
): Promise<Accuracy> {
  const personOf = await readPersons(client, companies, truth);
  const ids = new Set(companies.map(({ id }) => id));
  const counts = { links: 0, right: 0, verified: 0, verifiedRight: 0 };
  let cursor: string | undefined;
  do {
    const page = await client.page('GET /data-lineage/entries', { query: { limit: 200, cursor } });
    for (const entry of page.rows) {
      if (!ids.has(entry.sourceCompanyId) || !ids.has(entry.targetCompanyId)) continue;
      const one = personOf.get(`${entry.sourceCompanyId}:${entry.individualId}`);
      const other = personOf.get(`${entry.targetCompanyId}:${entry.relatedIndividualId}`);
      const isRight = one !== undefined && one === other;
      const isVerified = entry.verificationStatus === 'verified';
      counts.links += 1;
      counts.right += Number(isRight);
      counts.verified += Number(isVerified);
      counts.verifiedRight += Number(isVerified && isRight);
    }
    cursor = page.next;
  } while (cursor !== undefined);
  return {
    links: counts.links,
    verified: counts.verified,
    precision: counts.links === 0 ? 1 : counts.right / counts.links,
    verifiedPrecision: counts.verified === 0 ? 1 : counts.verifiedRight / counts.verified,
  };
}

/** Maps individuals to the generated persons by the external ids of the imports. */
async function readPersons(
  client: Client,
  companies: readonly DemoCompany[],
  truth: Truth,
): Promise<Map<string, number>> {
  const persons = new Map<string, number>();
  for (const { id: companyId, code } of companies) {
    let cursor: string | undefined;
    do {
      const page = await client.page('GET /individuals', {
        query: { companyId, limit: 200, include: ['externalIds'], purpose: 'kyc', cursor },
      });
      for (const individual of page.rows)
        for (const { externalId } of individual.externalIds ?? []) {
          const person = truth.get(`${code}/${externalId}`);
          if (person !== undefined) persons.set(`${companyId}:${individual.id}`, person);
        }
      cursor = page.next;
    } while (cursor !== undefined);
  }
  return persons;
}
