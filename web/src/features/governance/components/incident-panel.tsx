import { Box, Flex, Grid } from '@chakra-ui/react';
import type { Incident } from '@pii-vault/contract/incidents/incidents-schema';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../i18n/use-format.ts';
import { useCan } from '../../../session/use-session.ts';
import { Button } from '../../../ui/button.tsx';
import { KeyValue } from '../../../ui/key-value.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { useMinute } from '../../../ui/use-minute.ts';
import { useUrlState } from '../../../url/use-url-state.ts';
import { HEADINGS, missingHeadings, statusTone, timeLeft } from '../rules/incident.ts';
import { PanelHead, ShownText, TextsNote } from './register-panel.tsx';

/** One breach: time left, facts, the six headings of the report, and the next action. */
export function IncidentPanel({ incident }: { incident: Incident }) {
  const { t } = useTranslation('governance');
  const format = useFormat();
  const can = useCan();
  const { set } = useUrlState();
  const clock = useClockText();
  const missing = missingHeadings(incident).length;
  const time = (at: string | null) => (at === null ? '–' : format.dateTime(at));
  const affected = incident.affected === null ? t('incidents.unknown') : format.number(incident.affected);
  return (
    <Grid gap="4">
      <PanelHead title={incident.title ?? t('incidents.numbered', { id: incident.id })}>
        <StatusBadge tone={statusTone[incident.status]}>
          {t(`incidents.status.${incident.status}`)}
        </StatusBadge>
      </PanelHead>
      <Box textStyle="strong">{clock(incident)}</Box>
      {can('compliance:manage') ? (
        <Flex gap="2" wrap="wrap">
          {incident.reportedAt === null ? (
            <Button
              variant={missing === 0 ? 'primary' : 'secondary'}
              onClick={() => set({ report: String(incident.id) }, { push: true })}
            >
              {t('incidents.report.open')}
            </Button>
          ) : null}
          <Button
            variant={missing > 0 ? 'primary' : 'secondary'}
            onClick={() => set({ edit: String(incident.id) }, { push: true })}
          >
            {missing > 0 ? t('incidents.fill', { count: missing }) : t('edit')}
          </Button>
        </Flex>
      ) : null}
      <KeyValue
        items={[
          { label: t('incidents.field.awareAt'), value: time(incident.awareAt) },
          { label: t('incidents.due'), value: time(incident.dueAt) },
          { label: t('incidents.field.occurredAt'), value: time(incident.occurredAt) },
          { label: t('incidents.field.affected'), value: affected },
          { label: t('incidents.field.extendedUntil'), value: time(incident.extendedUntil) },
          { label: t('incidents.field.reportedAt'), value: time(incident.reportedAt) },
        ]}
      />
      <TextsNote texts={incident.texts} />
      {HEADINGS.map((heading) => (
        <ShownText
          key={heading}
          label={t(`incidents.field.${heading}`)}
          text={isWithheld(incident, heading) ? null : incident.headings[heading]}
          none={t('incidents.missing')}
        />
      ))}
    </Grid>
  );
}

const isWithheld = ({ texts }: Incident, heading: string) =>
  texts.view === 'withheld' && texts.filled.includes(heading);

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
