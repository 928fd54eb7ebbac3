import { Box } from '@chakra-ui/react';
import type { Company } from '@pii-vault/contract/companies/companies-schema';
import { useTranslation } from 'react-i18next';
import { useCompanies } from '../../../company/use-companies.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { useCan } from '../../../session/use-session.ts';
import { AnswerBar } from '../../../ui/answer-bar.tsx';
import { Button } from '../../../ui/button.tsx';
import { useUrlState } from '../../../url/use-url-state.ts';
import { companyPermissions } from '../company-permissions.ts';

/**
 * Suspended companies. Their administrators can request reactivation; super admins see the open requests with
 * requester, time and reason.
 */
export function SuspendedCompanies() {
  const can = useCan();
  const { data = [] } = useCompanies();
  const mayEnd = can(companyPermissions.new);
  const shown = data.filter(
    (company) =>
      company.status === 'suspended' &&
      can(companyPermissions.reactivate, company.id) &&
      (company.reactivationRequest !== null || !mayEnd),
  );
  return shown.map((company) => <SuspendedCompany key={company.id} company={company} mayEnd={mayEnd} />);
}

function SuspendedCompany({ company, mayEnd }: { company: Company; mayEnd: boolean }) {
  const { t } = useTranslation('companies');
  const { set } = useUrlState();
  const format = useFormat();
  const { id, name, reactivationRequest: request } = company;
  const open = (key: string) => () => set({ [key]: String(id) }, { push: true });
  const ask = (
    <Button variant="primary" onClick={open('reactivate')}>
      {t('reactivation.open')}
    </Button>
  );
  const decide = (
    <>
      <Button onClick={open('refuse')}>{t('reactivation.refuse')}</Button>
      <Button variant="primary" onClick={open('change')}>
        {t('reactivation.activate')}
      </Button>
    </>
  );
  return (
    <AnswerBar
      label={t('reactivation.label', { name })}
      tone="warning"
      action={request === null ? ask : mayEnd ? decide : undefined}
    >
      {request === null ? (
        t('reactivation.suspended', { name })
      ) : (
        <>
          <Box as="strong" textStyle="strong">
            {t('reactivation.requested', { name })}
          </Box>{' '}
          {t('reactivation.by', {
            who: request.requestedByName ?? t('reactivation.user', { id: request.requestedBy }),
            at: format.dateTime(request.requestedAt),
          })}
          <Box color="ink.2">{t('reactivation.why', { reason: request.reason })}</Box>
          {mayEnd ? null : <Box>{t('reactivation.next')}</Box>}
        </>
      )}
    </AnswerBar>
  );
}
