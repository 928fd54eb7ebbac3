import { OperationHistory } from '../faults/load/operation-history.ts';
import { personOf } from '../k6/people.ts';

/** First line of scripts/tests/k6/drill.ts: its company, its credential and the people created before the load. */
interface Prepared {
  readonly companyId: number;
  readonly partner: string;
  readonly seed: number;
  readonly individualIds: readonly number[];
}
/** A created person: its number in the seeded data, and the id in the answer. */
interface Created {
  readonly index: number;
  readonly individualId: number;
}

export interface HistoryFile {
  readonly companyId: number;
  readonly partner: string;
  readonly history: OperationHistory;
}

/** @param console output of k6 @throws Error if the run was not prepared */
export function readHistoryFile(console: string): HistoryFile {
  // k6 writes its console as logfmt: level=info msg="acknowledged {\"index\":…}" source=console
  const lines = [...console.matchAll(/msg="acknowledged (\{.*?\})"/g)].map(([, text = '']): unknown =>
    JSON.parse(text.replaceAll('\\"', '"')),
  );
  const prepared = lines.find(isPrepared);
  if (prepared === undefined) throw new Error('The run has not prepared a company');
  const { companyId, partner, seed, individualIds } = prepared;
  const history = new OperationHistory();
  const has = (index: number, individualId: number) => {
    const { externalId, fields } = personOf(seed, index);
    history.acknowledge(history.addPerson(companyId, externalId, { ...fields }), individualId);
  };
  for (const [index, individualId] of individualIds.entries()) has(index, individualId);
  for (const { index, individualId } of lines.filter(isCreated)) has(index, individualId);
  return { companyId, partner, history };
}

const isPrepared = (line: unknown): line is Prepared =>
  typeof line === 'object' && line !== null && 'partner' in line;
const isCreated = (line: unknown): line is Created =>
  typeof line === 'object' && line !== null && 'index' in line;
