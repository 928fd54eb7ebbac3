import { Box } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useFormat } from '../../../../i18n/use-format.ts';
import { useCompanyPurposes } from '../../../../pii/company-purposes.ts';
import { Button } from '../../../../ui/button.tsx';
import { noticeOf } from '../../rules/notices.ts';
import type { CompanyFieldGroup } from '../../rules/purposes.ts';

/**
 * The notice that the fields' consent names for a purpose: what is taken, how long it is kept, when it was published.
 */
export function NoticeText({ group, purpose }: { group: CompanyFieldGroup; purpose: string }) {
  const { t } = useTranslation('individuals');
  const format = useFormat();
  const { data } = useCompanyPurposes(group.companyId);
  const entry = data?.find((one) => one.purpose === purpose);
  const { version, notice } = noticeOf(group.fields, purpose, entry);
  if (version === undefined) return <Line>{t('notice.none')}</Line>;
  if (notice === undefined || entry === undefined) {
    return <Line>{t(data ? 'notice.unknown' : 'notice.version', { version })}</Line>;
  }
  const kept = notice.retentionDays;
  return (
    <Line>
      {t('notice.text', {
        version,
        at: format.date(notice.publishedAt),
        fields: notice.fieldTypes.map((type) => t(`field.${type}`)).join(', '),
      })}
      {kept === undefined ? '' : ` · ${t('notice.kept', { n: format.number(kept) })}`}{' '}
      <Button asChild variant="link" textStyle="small">
        <Link to={`/purposes?company=${group.companyId}&selected=${entry.id}`}>{t('notice.open')}</Link>
      </Button>
    </Line>
  );
}

const Line = ({ children }: { children: ReactNode }) => (
  <Box color="ink.2" textStyle="small">
    {children}
  </Box>
);
