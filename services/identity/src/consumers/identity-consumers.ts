import type { BusMessage } from '@pii-vault/platform/messaging/bus';
import { defineConsumers, NO_SETTINGS } from '@pii-vault/platform/messaging/service-consumers';
import { NoticeRaised } from '@pii-vault/proto/audit/events/v1/audit_events';
import type { AdministratorNotice } from '../protection/administrator-notices/administrator-notice.ts';
import { raiseNotice } from '../protection/administrator-notices/raise-notice.ts';

/** Notices of the trail become mails to administrators. */
export const identityConsumers = defineConsumers({
  service: 'identity',
  config: NO_SETTINGS,
  reads: ['audit.notice_raised'],
  specs: ({ wake }) => [
    {
      name: 'mail-notices',
      topics: ['audit.notice_raised'],
      scope: 'system',
      onPoison: 'park',
      async handle({ tx, messages }) {
        let isDue = false;
        for (const message of messages) isDue = (await raiseNotice(tx, noticeOf(message))) || isDue;
        if (isDue) tx.afterCommit(wake);
      },
    },
  ],
});

function noticeOf({ payload, createdAt }: BusMessage): AdministratorNotice {
  const { companyId, occurredAt, ...notice } = NoticeRaised.decode(payload);
  return {
    ...notice,
    companyId: companyId,
    occurredAt: occurredAt ?? createdAt,
  };
}
