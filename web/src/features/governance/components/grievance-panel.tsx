import { Flex, Grid } from '@chakra-ui/react';
import type { Grievance } from '@pii-vault/contract/grievances/grievances-schema';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useFormat } from '../../../i18n/use-format.ts';
import { ExternalIdOf, ExternalIdsChip } from '../../../pii/external-ids.tsx';
import { useCan } from '../../../session/use-session.ts';
import { Button } from '../../../ui/button.tsx';
import { KeyValue } from '../../../ui/key-value.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { useMinute } from '../../../ui/use-minute.ts';
import { useUrlState } from '../../../url/use-url-state.ts';
import { daysLeft, stateOf, stateTone } from '../rules/grievance.ts';
import { PanelHead, ShownText, TextsNote } from './register-panel.tsx';

/** One grievance: due date, complaint and resolution. */
export function GrievancePanel({ grievance }: { grievance: Grievance }) {
  const { t } = useTranslation('governance');
  const format = useFormat();
  const can = useCan();
  const { set } = useUrlState();
  const due = useDueText();
  const { id, individualId, companyId, closedAt } = grievance;
  const person =
    individualId === null ? (
      t('grievances.nobody')
    ) : (
      <Flex gap="1.5" wrap="wrap" align="center" justify="flex-end">
        <span>
          <Link to={`/individuals?company=${companyId}&selected=${individualId}`}>IND_{individualId}</Link>
          <ExternalIdOf companyId={companyId} id={individualId} />
        </span>
        <ExternalIdsChip companyId={companyId} />
      </Flex>
    );
  return (
    <Grid gap="4">
      <PanelHead title={grievance.subject ?? t('grievances.numbered', { id })}>
        <StatusBadge tone={stateTone[stateOf(grievance)]}>
          {t(`grievances.state.${stateOf(grievance)}`)}
        </StatusBadge>
      </PanelHead>
      {can('compliance:manage') ? (
        <Flex gap="2" wrap="wrap">
          {closedAt === null ? (
            <Button variant="primary" onClick={() => set({ close: String(id) }, { push: true })}>
              {t('grievances.close.open')}
            </Button>
          ) : null}
          <Button onClick={() => set({ edit: String(id) }, { push: true })}>{t('edit')}</Button>
        </Flex>
      ) : null}
      <KeyValue
        items={[
          { label: t('grievances.due'), value: `${format.date(grievance.dueAt)} (${due(grievance)})` },
          { label: t('grievances.field.category'), value: t(`grievances.category.${grievance.category}`) },
          { label: t('grievances.field.individualId'), value: person },
          { label: t('grievances.field.receivedAt'), value: format.dateTime(grievance.receivedAt) },
          { label: t('grievances.field.periodDays'), value: format.number(grievance.periodDays) },
          {
            label: t('grievances.field.closedAt'),
            value: closedAt === null ? '–' : format.dateTime(closedAt),
          },
        ]}
      />
      <TextsNote texts={grievance.texts} />
      <ShownText label={t('grievances.field.description')} text={grievance.description} />
      <ShownText
        label={t('grievances.field.resolution')}
        text={grievance.resolution}
        none={t('grievances.unanswered')}
      />
    </Grid>
  );
}

/** '12 days left', '3 days overdue', or the date of closing. */
export function useDueText(): (grievance: Grievance) => string {
  const { t } = useTranslation('governance');
  const format = useFormat();
  useMinute();
  return ({ dueAt, closedAt }) => {
    if (closedAt !== null) return t('grievances.closedOn', { at: format.date(closedAt) });
    const days = daysLeft(dueAt, Date.now());
    return days < 0 ? t('grievances.over', { count: -days }) : t('grievances.left', { count: days });
  };
}
