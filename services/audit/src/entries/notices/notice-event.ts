import type { OutboxMessage } from '@pii-vault/platform/postgres/outbox-message';
import { NoticeRaised } from '@pii-vault/proto/audit/events/v1/audit_events';
import type { Notice } from './notice.ts';

/** Publish it in the transaction that appends the entry, so that no notice is lost or sent twice. */
export function noticeRaised(notice: Notice): OutboxMessage {
  const { companyId, objectIds } = notice;
  const payload = NoticeRaised.encode({
    ...notice,
    companyId: companyId,
    objectIds: { ...objectIds },
  }).finish();
  return {
    topic: 'audit.notice_raised',
    key: `company:${companyId ?? 0}`,
    companyId: companyId ?? null,
    payload,
  };
}
