import { ComplianceFlags, TrailDetails, TrailEntry } from '@pii-vault/proto/audit/v1/trail';
import { expect, it } from 'vitest';
import { toAuditEntry } from './audit-trail-mapper.ts';
import { auditColumns } from './audit-trail-routes.ts';

const nobody = { actorName: undefined, onBehalfOfName: undefined, userName: undefined };

it('a file has the people and the fields of an entry in columns', () => {
  const entry = {
    ...TrailEntry.create(),
    timestamp: new Date(0),
    details: { ...TrailDetails.create(), individualIds: [7, 9], fieldNames: ['pan', 'phone'] },
    complianceFlags: ComplianceFlags.create(),
  };
  const row = toAuditEntry(entry, nobody, new Map());
  expect(auditColumns.individualIds?.(row)).toBe('7 9');
  expect(auditColumns.fields?.(row)).toBe('pan phone');
});
