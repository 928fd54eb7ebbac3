import { Box } from '@chakra-ui/react';
import type { AccessReport } from '@pii-vault/contract/principals/principals-schema';
import { Problem } from '@pii-vault/contract/problem';
import { useQueryClient } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { saveFile } from '../../../../client/download.ts';
import { messageOf } from '../../../../client/message-of.ts';
import { refreshAfterGone } from '../../../../client/query-client.ts';
import { useSend } from '../../../../client/use-send.ts';
import { purposeName } from '../../../../i18n/field-name.ts';
import { humanName } from '../../../../i18n/human-name.ts';
import { useFormat } from '../../../../i18n/use-format.ts';
import { ExternalIdOf } from '../../../../pii/external-ids.tsx';
import { useInvalidateIndividuals } from '../../../../pii/invalidate-individuals.ts';
import { Button } from '../../../../ui/button.tsx';
import { Dialog } from '../../../../ui/dialog.tsx';
import { notify } from '../../../../ui/notify.tsx';
import { RadioCards } from '../../../../ui/radio-cards.tsx';
import { accessReport } from '../../queries.ts';
import { individualName } from '../../rules/addresses.ts';
import { type CompanyFieldGroup, purposesOf } from '../../rules/purposes.ts';
import { reportDocument } from '../../rules/report-document.ts';

/** Value of the option without a purpose: the values stay masked. Purposes are slugs, so none can equal it. */
const MASKED = '*';

interface ReportDialogProps {
  id: number;
  group: CompanyFieldGroup;
  onClose: () => void;
}

/** Creates the access report of a person (DPDP Act, s.11) and saves it as HTML or JSON. */
export function ReportDialog({ id, group, onClose }: ReportDialogProps) {
  const { t } = useTranslation('individuals');
  const { companyId, companyName } = group;
  const [chosen, setChoice] = useState('');
  const [pending, setPending] = useState<'html' | 'json' | null>(null);
  const [problem, setProblem] = useState('');
  const toDocument = useReportDocument();
  const queryClient = useQueryClient();
  const refreshPeople = useInvalidateIndividuals();
  const covered = purposesOf(group.fields).filter(({ covers }) => covers.length > 0);
  const choice = chosen === MASKED || covered.some(({ purpose }) => purpose === chosen) ? chosen : '';

  async function make(format: 'html' | 'json'): Promise<void> {
    const report = await accessReport(id, companyId, choice === MASKED ? '' : choice);
    const name = `access-report-${companyId}-${id}.${format}`;
    const [text, type] =
      format === 'html'
        ? [toDocument(report), 'text/html;charset=utf-8']
        : [JSON.stringify(report, null, 2), 'application/json'];
    saveFile(new Blob([text], { type }), name);
  }
  const send = useSend(make, onClose);

  async function save(format: 'html' | 'json'): Promise<void> {
    if (choice === '') return setProblem(t('report.choose'));
    setPending(format);
    setProblem('');
    await send(format, {
      done: () => notify.success(t('report.done')),
      failed: (error, isOpen) => {
        refreshAfterGone(queryClient, error);
        // Consent ended after the page was loaded: the choices change.
        if (error instanceof Problem && error.reason === 'PURPOSE_REFUSED') void refreshPeople();
        const message = messageOf(error, t('report.failed'));
        if (isOpen) setProblem(message);
        else notify.error(t('error'), message, { error });
      },
    });
    setPending(null);
  }

  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('report.title')}
      description={t('report.text', { id: individualName(id), company: companyName })}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button pending={pending === 'json'} disabled={pending !== null} onClick={() => void save('json')}>
            {t('report.json')}
          </Button>
          <Button
            variant="primary"
            icon={Download}
            pending={pending === 'html'}
            disabled={pending !== null}
            onClick={() => void save('html')}
          >
            {t('report.html')}
          </Button>
        </>
      }
    >
      <Box display="grid" gap="3">
        <ExternalIdOf companyId={companyId} id={id} />
        <RadioCards
          label={t('report.values')}
          value={choice}
          onChange={(value) => {
            setChoice(value);
            setProblem('');
          }}
          options={[
            { value: MASKED, label: t('report.masked'), hint: t('report.maskedHint') },
            ...covered.map(({ purpose }) => ({
              value: purpose,
              label: t('report.raw', { purpose: purposeName(purpose) }),
              hint: t('report.rawHint'),
            })),
          ]}
        />
        {problem ? (
          <Box role="alert" color="error">
            {problem}
          </Box>
        ) : null}
      </Box>
    </Dialog>
  );
}

/** Renders an access report as HTML in the user's language. */
function useReportDocument(): (report: AccessReport) => string {
  const { t, i18n } = useTranslation('individuals');
  const format = useFormat();
  return (report) =>
    reportDocument(report, {
      language: i18n.language,
      text: (key) => t(key),
      field: (type) => t(`field.${type}`, { defaultValue: type }),
      purpose: purposeName,
      action: (action) => t(`report.action.${action}`, { defaultValue: humanName(action) }),
      at: (iso) => (iso ? format.dateTime(iso) : '–'),
    });
}
