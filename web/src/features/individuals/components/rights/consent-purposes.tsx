import { Box, Flex } from '@chakra-ui/react';
import type { PiiField } from '@pii-vault/contract/individuals/individuals-schema';
import type { PurposeEntry } from '@pii-vault/contract/purposes/purposes-schema';
import { BadgeCheck, RotateCcw, ShieldOff } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { purposeName } from '../../../../i18n/field-name.ts';
import { useFormat } from '../../../../i18n/use-format.ts';
import { useCompanyPurposes } from '../../../../pii/company-purposes.ts';
import { useIsRegistered } from '../../../../pii/purpose-picker.tsx';
import { useCan } from '../../../../session/use-session.ts';
import { Button } from '../../../../ui/button.tsx';
import { StatusBadge } from '../../../../ui/status-badge.tsx';
import { type ConsentEntry, useConsents } from '../../queries.ts';
import { type CompanyFieldGroup, purposesOf, withEndedPurposes } from '../../rules/purposes.ts';
import { GiveDialog } from '../consent/late-dialogs.ts';
import { WithdrawDialog } from './withdraw-dialog.tsx';

/** State of consent per purpose, with its notice and a button to withdraw it or to give it again. */
export function ConsentPurposes({ id, group }: { id: number; group: CompanyFieldGroup }) {
  const { t } = useTranslation('individuals');
  const mayWrite = useCan()('pii:write', group.companyId);
  const [asked, setAsked] = useState('');
  const [given, setGiven] = useState<string | null>(null);
  const isRegistered = useIsRegistered(group.companyId);
  const history = useConsents(id).data ?? [];
  const purposes = withEndedPurposes(purposesOf(group.fields), group.companyId, history);
  if (purposes.length === 0 && !mayWrite) return null;
  const names = (types: readonly string[]) => types.map((type) => t(`field.${type}`)).join(', ');
  return (
    <Box as="section" borderTopWidth="1px" mt="3" pt="3" aria-label={t('purposes.title')}>
      <Flex gap="2" align="center">
        <Box as="h3" textStyle="strong" flex="1">
          {t('purposes.title')}
        </Box>
        {mayWrite ? (
          <Button size="sm" icon={BadgeCheck} onClick={() => setGiven('')}>
            {t('give.open')}
          </Button>
        ) : null}
      </Flex>
      <Box as="ul" listStyleType="none" mt="2" display="grid" gap="3">
        {purposes.map(({ purpose, covers, ended }) => (
          <Box as="li" key={purpose}>
            <Flex gap="2" align="center" wrap="wrap">
              <Box textStyle="strong">{purposeName(purpose)}</Box>
              <StatusBadge tone={covers.length > 0 ? 'success' : 'error'}>
                {t(covers.length > 0 ? 'purposes.stands' : 'purposes.ended')}
              </StatusBadge>
              {isRegistered(purpose) === false ? (
                <StatusBadge tone="neutral">{t('purposes.unregistered')}</StatusBadge>
              ) : null}
              <Box flex="1" />
              {mayWrite && covers.length === 0 ? (
                <Button
                  size="sm"
                  variant="ghost"
                  icon={RotateCcw}
                  aria-label={t('give.againFor', { purpose: purposeName(purpose) })}
                  onClick={() => setGiven(purpose)}
                >
                  {t('give.again')}
                </Button>
              ) : null}
              {mayWrite && covers.length > 0 ? (
                <Button
                  size="sm"
                  variant="ghost"
                  icon={ShieldOff}
                  aria-label={t('withdraw.open', { purpose: purposeName(purpose) })}
                  onClick={() => setAsked(purpose)}
                >
                  {t('withdraw.short')}
                </Button>
              ) : null}
            </Flex>
            <Box color="ink.2" textStyle="small">
              {covers.length > 0 ? t('purposes.covers', { fields: names(covers) }) : null}
              {covers.length > 0 && ended.length > 0 ? ' · ' : null}
              {ended.length > 0 ? t('purposes.endedFor', { fields: names(ended) }) : null}
            </Box>
            <NoticeText group={group} purpose={purpose} history={history} />
          </Box>
        ))}
      </Box>
      {asked === '' ? null : (
        <WithdrawDialog id={id} group={group} purpose={asked} onClose={() => setAsked('')} />
      )}
      {given === null ? null : (
        <GiveDialog
          companyId={group.companyId}
          companyName={group.companyName}
          people={[id]}
          purpose={given}
          onClose={() => setGiven(null)}
        />
      )}
    </Box>
  );
}

/** The notice that the consent names for a purpose: publication date, fields, retention. */
interface NoticeTextProps {
  group: CompanyFieldGroup;
  purpose: string;
  history: readonly ConsentEntry[];
}

function NoticeText({ group, purpose, history }: NoticeTextProps) {
  const { t } = useTranslation('individuals');
  const format = useFormat();
  const { data } = useCompanyPurposes(group.companyId);
  const entry = data?.find((one) => one.purpose === purpose);
  const ended = history.filter(({ companyId, kind }) => companyId === group.companyId && kind === 'given');
  const consented = ended.map(({ details }) => ({ consentDetails: details }));
  const { version, notice } = noticeOf([...group.fields, ...consented], purpose, entry);
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

type Consented = Pick<PiiField, 'consentDetails'>;

/** The notice version of the newest consent to a purpose, and the notice if the register has it. */
function noticeOf(
  fields: readonly Consented[],
  purpose: string,
  entry: Pick<PurposeEntry, 'notices'> | undefined,
): { version: string | undefined; notice: PurposeEntry['notices'][number] | undefined } {
  const [newest] = fields
    .map(({ consentDetails }) => consentDetails)
    .filter(({ purpose: own, alsoFor }) => own === purpose || alsoFor?.includes(purpose))
    .toSorted((a, b) => Date.parse(b.date) - Date.parse(a.date));
  const version = newest?.noticeVersion;
  return { version, notice: entry?.notices.find((notice) => notice.version === version) };
}
