import type { ServiceName } from '@pii-vault/platform/core/context/caller';
import { AppError } from '@pii-vault/platform/core/errors/app-error';
import { silentLogger } from '@pii-vault/platform/core/log/log';
import { expect, it } from 'vitest';
import { type ForgedEvents, forgedEvents } from './forged-events.ts';

const at = (minute: number) => new Date(Date.UTC(2026, 10, 1, 0, minute));
const refused = (topic: string, records: number, first: number, last: number): ForgedEvents => {
  return { topic, records, firstSeenAt: at(first), lastSeenAt: at(last) };
};

it('lists records that the services refused, by topic, and names services that did not answer', async () => {
  const answers: Partial<Record<ServiceName, ForgedEvents[]>> = {
    lineage: [refused('vault.record_changed', 4, 3, 5)],
    compliance: [refused('vault.record_changed', 3, 2, 4)],
    audit: [refused('vault.audit', 9, 1, 1)],
  };
  const asked: ServiceName[] = [];
  const find = forgedEvents(async (service) => {
    asked.push(service);
    if (service === 'tenancy') throw new AppError('UNAVAILABLE', 'PLANTED', 'planted');
    return answers[service] ?? [];
  }, silentLogger());
  expect(await find(24)).toEqual({
    topics: [refused('vault.audit', 9, 1, 1), refused('vault.record_changed', 4, 2, 5)],
    unanswered: ['tenancy'],
  });
  expect(asked.sort()).toEqual(['audit', 'compliance', 'crypto', 'identity', 'lineage', 'tenancy', 'vault']);
});
