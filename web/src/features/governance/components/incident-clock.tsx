import type { Incident } from '@pii-vault/contract/incidents/incidents-schema';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../i18n/use-format.ts';
import { useMinute } from '../../../ui/use-minute.ts';
import { timeLeft } from '../rules/incident.ts';

/** '14 h 20 min left', or how long the report is overdue. Updates every minute. */
export function useClockText(): (incident: Pick<Incident, 'dueAt' | 'reportedAt'>) => string {
  const { t } = useTranslation('governance');
  const format = useFormat();
  useMinute();
  return ({ dueAt, reportedAt }) => {
    if (reportedAt !== null) return t('incidents.reportedOn', { at: format.dateTime(reportedAt) });
    const { isOver, hours, minutes } = timeLeft(dueAt, Date.now());
    const values = { hours: format.number(hours), minutes: format.number(minutes) };
    return t(isOver ? 'incidents.over' : 'incidents.left', values);
  };
}
