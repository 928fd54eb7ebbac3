import type { AccessReport } from '@pii-vault/contract/principals/principals-schema';
import { useTranslation } from 'react-i18next';
import { purposeName } from '../../../../i18n/field-name.ts';
import { humanName } from '../../../../i18n/human-name.ts';
import { useFormat } from '../../../../i18n/use-format.ts';
import { reportDocument } from '../../rules/report-document.ts';

/** Writes an access report as a page in the reader's language. */
export function useReportDocument(): (report: AccessReport) => string {
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
