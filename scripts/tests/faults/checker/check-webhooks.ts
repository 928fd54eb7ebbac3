import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import type { RecordedPerson } from '../load/operation-history.ts';
import type { ReceivedMessage, WebhookReceivers } from '../load/webhooks.ts';
import { type ExpectedWebhooks, gradeOf, linkName, revealName } from './expected-webhooks.ts';
import { type Finding, findingOf } from './finding.ts';
import { checkLeaks } from './leaks.ts';

const POLL_MS = 500;

/**
 * Compares the received webhook messages with the expected ones, once all have been sent.
 * @param read returns the expected messages of these companies now
 * @param idleTimeoutMs time in which pending messages have to arrive
 */
export async function checkWebhooks(
  read: (companies: readonly number[]) => Promise<ExpectedWebhooks>,
  { received }: Pick<WebhookReceivers, 'received'>,
  people: readonly RecordedPerson[],
  idleTimeoutMs: number,
  pollMs = POLL_MS,
): Promise<Finding[]> {
  const companies = [...new Set(people.map(({ companyId }) => companyId))];
  const until = performance.now() + idleTimeoutMs;
  for (;;) {
    const expected = await read(companies);
    const findings = compareMessages(received, expected);
    if ((findings.length === 0 && expected.unsent === 0) || performance.now() >= until)
      return [
        ...findings,
        ...findingOf('nothing is left behind', 'webhook messages not sent', unsentOf(expected)),
        ...(await checkBodies(received, people)),
      ];
    await delay(pollMs);
  }
}

const unsentOf = ({ unsent }: ExpectedWebhooks): string[] => (unsent === 0 ? [] : [String(unsent)]);

/** The body of a message. Strict: no further key may carry personal data. */
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

/** @returns undefined if the body is not a valid message */
function readMessage(body: string): z.output<typeof message> | undefined {
  try {
    return message.parse(JSON.parse(body));
  } catch {
    return undefined;
  }
}

/**
 * Each effect is in exactly one message, a message id has one body, and the last message of a link has its current
 * grade. Redeliveries under the same id are allowed.
 */
export function compareMessages(received: readonly ReceivedMessage[], expected: ExpectedWebhooks): Finding[] {
  const bodies = Map.groupBy(received, ({ companyId, messageId }) => `${messageId} of company ${companyId}`);
  const changed = [...bodies].filter(([, same]) => new Set(same.map(({ body }) => body)).size > 1);
  const foreign: string[] = [];
  const items: { readonly companyId: number; readonly item: Item }[] = [];
  for (const [name, [first]] of bodies) {
    if (first === undefined) continue;
    const read = readMessage(first.body);
    if (read?.data.companyId !== first.companyId) foreign.push(name);
    else for (const item of read.data.items) items.push({ companyId: first.companyId, item });
  }
  const names = items.map(({ companyId, item }) => nameOf(companyId, item));
  const once = new Set(names);
  return [
    ...findingOf(
      'every effect once',
      'ids that two messages share',
      changed.map(([name]) => name),
    ),
    ...findingOf('every effect once', 'messages with a wrong form or company', foreign),
    ...findingOf('every effect once', 'changes that webhooks sent twice', twiceIn(names)),
    ...findingOf('every effect once', 'reveals that no webhook sent', missingIn(once, expected.reveals)),
    ...findingOf(
      'every effect once',
      'reveals that webhooks sent but did not happen',
      inventedIn(once, expected),
    ),
    ...checkLinks(items, expected),
  ];
}

/** Name of a change. A link is sent again, with a later time, when its evidence changes. */
function nameOf(companyId: number, item: Item): string {
  if ('auditId' in item) return revealName(companyId, item.auditId, item.individualId);
  return `${linkName(companyId, item.entryId)} at ${item.at}`;
}

function twiceIn(names: readonly string[]): string[] {
  return [...Map.groupBy(names, (name) => name)].filter(([, same]) => same.length > 1).map(([name]) => name);
}

const missingIn = (sent: ReadonlySet<string>, due: ReadonlySet<string>) =>
  [...due].filter((name) => !sent.has(name));
const inventedIn = (sent: ReadonlySet<string>, { reveals }: ExpectedWebhooks) =>
  [...sent].filter((name) => name.startsWith('reveal ') && !reveals.has(name));

function checkLinks(
  items: readonly { readonly companyId: number; readonly item: Item }[],
  { announced, links }: ExpectedWebhooks,
): Finding[] {
  const last = new Map<string, { readonly at: string; readonly grade: string }>();
  const counts = new Map<number, number>();
  for (const { companyId, item } of items) {
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
    ...findingOf('every effect once', 'companies with too many or too few link messages', otherwise),
    ...findingOf('every effect once', 'links whose last webhook message is outdated', stale),
  ];
}

/** Writes the messages to a file and searches it for sent values. */
async function checkBodies(
  received: readonly ReceivedMessage[],
  people: readonly RecordedPerson[],
): Promise<Finding[]> {
  const folder = await mkdtemp(join(tmpdir(), 'pii-vault-webhooks-'));
  try {
    await writeFile(join(folder, 'webhook messages'), received.map(({ body }) => body).join('\n'));
    return await checkLeaks(people, [folder]);
  } finally {
    await rm(folder, { recursive: true });
  }
}
