import { expect, it } from 'vitest';
import { personOf } from '../k6/people.ts';
import { readHistoryFile } from './history-file.ts';

const line = (text: object) =>
  `time="2026-11-26T00:00:00Z" level=info msg="acknowledged ${JSON.stringify(text).replaceAll('"', '\\"')}" source=console`;
const prepared = { companyId: 3, partner: 'cid:secret', seed: 7, individualIds: [11, 12] };

it('reads the people that the vault acknowledged before and during the load', () => {
  const file = [line(prepared), line({ index: 1_000_000, individualId: 13 }), 'msg="failed POST /x: 500"'];
  const { companyId, partner, history } = readHistoryFile(file.join('\n'));
  expect([companyId, partner]).toEqual([3, 'cid:secret']);
  const people = [...history.people.values()].map(({ externalId, individualId }) => [
    externalId,
    individualId,
  ]);
  expect(people).toEqual([
    ['L-7-0', 11],
    ['L-7-1', 12],
    ['L-7-1000000', 13],
  ]);
  const [first] = history.people.values();
  expect(first?.values.get('pan')?.[0]?.value).toBe(personOf(7, 0).fields.pan);
});

it('throws if the run was not prepared', () => {
  expect(() => readHistoryFile('')).toThrow('not prepared');
});
