import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import type { ToldPerson } from '../load/told.ts';
import type { Received, Webhooks } from '../load/webhooks.ts';
import { type Finding, findingOf } from './finding.ts';
import { checkLeaks } from './leaks.ts';
import { gradeOf, linkName, revealName, type Tellable } from './tellable.ts';

const LOOK_MS = 500;

/**
 * Holds what the companies' receivers got against what there was to tell, as soon as nothing is on its way.
 * @param read what there is to tell these companies by now
 * @param restMs how long messages may be on their way
 */
export async function checkWebhooks(
  read: (companies: readonly number[]) => Promise<Tellable>,
  { received }: Pick<Webhooks, 'received'>,
  people: readonly ToldPerson[],
  restMs: number,
  lookMs = LOOK_MS,
): Promise<Finding[]> {
  const companies = [...new Set(people.map(({ companyId }) => companyId))];
  const until = performance.now() + restMs;
  for (;;) {
    const tellable = await read(companies);
    const findings = compareMessages(received, tellable);
    if ((findings.length === 0 && tellable.unsent === 0) || performance.now() >= until)
      return [
        ...findings,
        ...findingOf('nothing is left behind', 'messages of webhooks not sent', unsentOf(tellable)),
        ...(await checkBodies(received, people)),
      ];
    await delay(lookMs);
  }
}

const unsentOf = ({ unsent }: Tellable): string[] => (unsent === 0 ? [] : [String(unsent)]);

/** A message's body. There are no other keys in it anywhere, so that nothing of a person is there. */
const message = z.strictObject({
  type: z.string(),
  timestamp: z.iso.datetime(),
  data: z.strictObject({
    companyId: z.number(),
    items: z.array(
      z.union([
        z.strictObject({ auditId: z.number(), individualId: z.number(), at: z.iso.datetime() }),
        z.strictObject({
          entryId: z.number(),
          individualId: z.number(),
          relationshipType: z.string(),
          verificationStatus: z.string(),
          at: z.iso.datetime(),
        }),
      ]),
    ),
  }),
});
type Item = z.output<typeof message>['data']['items'][number];

/** @returns undefined of a body that is no message */
function readMessage(body: string): z.output<typeof message> | undefined {
  try {
    return message.parse(JSON.parse(body));
  } catch {
    return undefined;
  }
}

/**
 * One effect, one message: whatever was to be told stands in the messages once, an id names one message, and the last
 * that was told of a link is how it is. That a message comes again under its id is what webhooks promise.
 */
export function compareMessages(received: readonly Received[], tellable: Tellable): Finding[] {
  const bodies = Map.groupBy(received, ({ companyId, messageId }) => `${messageId} of company ${companyId}`);
  const changed = [...bodies].filter(([, same]) => new Set(same.map(({ body }) => body)).size > 1);
  const foreign: string[] = [];
  const told: { readonly companyId: number; readonly item: Item }[] = [];
  for (const [name, [first]] of bodies) {
    if (first === undefined) continue;
    const read = readMessage(first.body);
    if (read?.data.companyId !== first.companyId) foreign.push(name);
    else for (const item of read.data.items) told.push({ companyId: first.companyId, item });
  }
  const names = told.map(({ companyId, item }) => nameOf(companyId, item));
  const once = new Set(names);
  return [
    ...findingOf(
      'every effect once',
      'ids of two messages',
      changed.map(([name]) => name),
    ),
    ...findingOf('every effect once', 'messages of another form or company', foreign),
    ...findingOf('every effect once', 'changes that webhooks told twice', twiceIn(names)),
    ...findingOf('every effect once', 'reveals that no webhook told', missingIn(once, tellable.reveals)),
    ...findingOf(
      'every effect once',
      'reveals that webhooks told and nobody made',
      inventedIn(once, tellable),
    ),
    ...checkLinks(told, tellable),
  ];
}

/** Of a change: a link is told again when its evidence changes, and then at another time. */
function nameOf(companyId: number, item: Item): string {
  if ('auditId' in item) return revealName(companyId, item.auditId, item.individualId);
  return `${linkName(companyId, item.entryId)} at ${item.at}`;
}

function twiceIn(names: readonly string[]): string[] {
  return [...Map.groupBy(names, (name) => name)].filter(([, same]) => same.length > 1).map(([name]) => name);
}

const missingIn = (told: ReadonlySet<string>, due: ReadonlySet<string>) =>
  [...due].filter((name) => !told.has(name));
const inventedIn = (told: ReadonlySet<string>, { reveals }: Tellable) =>
  [...told].filter((name) => name.startsWith('reveal ') && !reveals.has(name));

function checkLinks(
  told: readonly { readonly companyId: number; readonly item: Item }[],
  { announced, links }: Tellable,
): Finding[] {
  const last = new Map<string, { readonly at: string; readonly grade: string }>();
  const counts = new Map<number, number>();
  for (const { companyId, item } of told) {
    if (!('entryId' in item)) continue;
    counts.set(companyId, (counts.get(companyId) ?? 0) + 1);
    const name = linkName(companyId, item.entryId);
    if ((last.get(name)?.at ?? '') <= item.at)
      last.set(name, { at: item.at, grade: gradeOf(item.relationshipType, item.verificationStatus) });
  }
  const otherwise = [...new Set([...announced.keys(), ...counts.keys()])]
    .map((companyId) => ({
      companyId,
      due: announced.get(companyId) ?? 0,
      count: counts.get(companyId) ?? 0,
    }))
    .filter(({ due, count }) => due !== count)
    .map(({ companyId, due, count }) => `company ${companyId}: ${count} for ${due}`);
  const stale = [...links].filter(([name, grade]) => last.get(name)?.grade !== grade).map(([name]) => name);
  return [
    ...findingOf(
      'every effect once',
      'links that webhooks told more or less often than they were found',
      otherwise,
    ),
    ...findingOf('every effect once', 'links of which webhooks told last what is not there', stale),
  ];
}

/** The messages in a file, which is searched like those of the vault. */
async function checkBodies(received: readonly Received[], people: readonly ToldPerson[]): Promise<Finding[]> {
  const folder = await mkdtemp(join(tmpdir(), 'pii-vault-webhooks-'));
  try {
    await writeFile(join(folder, 'messages of webhooks'), received.map(({ body }) => body).join('\n'));
    return await checkLeaks(people, [folder]);
  } finally {
    await rm(folder, { recursive: true });
  }
}
