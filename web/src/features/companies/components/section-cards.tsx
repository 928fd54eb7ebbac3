import { Box, Flex } from '@chakra-ui/react';
import type { Company } from '@pii-vault/contract/companies/companies-schema';
import type { Permission } from '@pii-vault/contract/permissions';
import type { PurposeEntry } from '@pii-vault/contract/purposes/purposes-schema';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { regulationBadges } from '../../../company/regulation-badges.ts';
import { useLinkAgreements } from '../../../company/use-link-agreements.ts';
import { purposeName } from '../../../i18n/field-name.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { useCan } from '../../../session/use-session.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { KeyValue } from '../../../ui/key-value.tsx';
import { SkeletonLines } from '../../../ui/skeleton.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import {
  useCompanyChecks,
  useCompanyKeys,
  useCompanyLimits,
  useCompanyPurposes,
  useCompanyUsers,
} from '../queries.ts';

interface SectionProps {
  /** Key of the section in the texts. */
  name: string;
  /** The screen that changes what the section shows. */
  to: string;
  permission: Permission;
  badge?: ReactNode;
  children: ReactNode;
}

/** One subject of the company, with one link. Without the permission for the link it is not shown. */
function Section({ name, to, permission, badge, children }: SectionProps) {
  const { t } = useTranslation('companies');
  if (!useCan()(permission)) return null;
  return (
    <Card
      title={t(`page.${name}.title`)}
      badge={badge}
      actions={
        <Button asChild variant="link">
          <Link to={to}>{t(`page.${name}.link`)}</Link>
        </Button>
      }
    >
      {children}
    </Card>
  );
}

interface FactsProps<T> {
  query: UseQueryResult<T>;
  children: (data: T) => ReactNode;
}

/** What a query of a section found; an error has a Retry. */
function Facts<T>({ query: { data, error, refetch }, children }: FactsProps<T>) {
  if (data !== undefined) return children(data);
  return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <SkeletonLines count={3} />;
}

/** Labels of the company's regulators; the vault checks no rule of them. */
function Regulators({ company }: { company: Company }) {
  const { t } = useTranslation('companies');
  return company.profile.regulators.map((one) => (
    <StatusBadge key={one} tone="neutral">
      {t(`regulator.${one}`)}
    </StatusBadge>
  ));
}

export function RegulationsCard({ company }: { company: Company }) {
  const { t } = useTranslation('companies');
  const { t: app } = useTranslation('app');
  const checks = useCompanyChecks(company.id, useCan()('compliance:read'));
  return (
    <Section name="regulations" to={`/compliance?company=${company.id}`} permission="compliance:read">
      <Facts query={checks}>
        {(found) => (
          <Flex gap="2" wrap="wrap">
            {regulationBadges(company.tier, found).map(({ kind, tone, ...badge }) => (
              <StatusBadge key={badge.regulation} tone={tone}>
                {app(`compliance.${kind}`, badge)}
              </StatusBadge>
            ))}
          </Flex>
        )}
      </Facts>
      {company.profile.regulators.length > 0 ? (
        <Box mt="3">
          <Flex gap="2" wrap="wrap">
            <Regulators company={company} />
          </Flex>
          <Box mt="1.5" color="ink.2" textStyle="small">
            {t('page.regulations.labels')}
          </Box>
        </Box>
      ) : null}
    </Section>
  );
}

export function PeopleCard({ company }: { company: Company }) {
  const { t } = useTranslation('companies');
  const format = useFormat();
  return (
    <Section name="people" to={`/individuals?company=${company.id}`} permission="pii:read">
      <KeyValue
        items={[
          { label: t('column.individuals'), value: format.number(company.individuals) },
          { label: t('column.records'), value: format.number(company.piiRecords) },
        ]}
      />
    </Section>
  );
}

const newestNotice = ({ notices }: PurposeEntry) => notices.at(-1);
/** Retention periods that a section names. */
const PERIODS = 5;

/** Purposes, and how long each is kept, from the same register. */
export function PurposeCards({ company }: { company: Company }) {
  const { t } = useTranslation('companies');
  const format = useFormat();
  const query = useCompanyPurposes(company.id, useCan()('compliance:read'));
  const screen = { to: `/purposes?company=${company.id}`, permission: 'compliance:read' } as const;
  const count = (rows: readonly PurposeEntry[], isOne: (row: PurposeEntry) => boolean) =>
    format.number(rows.filter(isOne).length);
  return (
    <>
      <Section name="purposes" {...screen} badge={<Regulators company={company} />}>
        <Facts query={query}>
          {(rows) => (
            <KeyValue
              items={[
                { label: t('page.purposes.count'), value: format.number(rows.length) },
                {
                  label: t('page.purposes.noBasis'),
                  value: count(rows, (row) => row.lawfulBasis === null),
                },
                { label: t('page.purposes.noNotice'), value: count(rows, (row) => row.notices.length === 0) },
              ]}
            />
          )}
        </Facts>
      </Section>
      <Section name="retention" {...screen} badge={<Regulators company={company} />}>
        <Facts query={query}>
          {(rows) => (
            <>
              <KeyValue
                items={rows.slice(0, PERIODS).map((row) => {
                  const days = newestNotice(row)?.retentionDays;
                  return {
                    label: purposeName(row.purpose),
                    value:
                      days === undefined
                        ? t('page.retention.none')
                        : t('page.retention.days', { count: days, n: format.number(days) }),
                  };
                })}
              />
              {rows.length === 0 ? <Box color="ink.2">{t('page.retention.empty')}</Box> : null}
              {rows.length > PERIODS ? (
                <Box mt="2" color="ink.2">
                  {t('page.retention.more', {
                    count: rows.length - PERIODS,
                    n: format.number(rows.length - PERIODS),
                  })}
                </Box>
              ) : null}
            </>
          )}
        </Facts>
      </Section>
    </>
  );
}

export function LimitsCard({ companyId }: { companyId: number }) {
  const { t } = useTranslation('companies');
  const format = useFormat();
  const query = useCompanyLimits(companyId, useCan()('company:manage'));
  const above = (people: number | null) => (people === null ? t('page.limits.never') : format.number(people));
  return (
    <Section name="limits" to={`/limits?company=${companyId}`} permission="company:manage">
      <Facts query={query}>
        {({ peoplePerUser, searchesPerUser, bulkApproval }) => (
          <KeyValue
            items={[
              { label: t('page.limits.people'), value: format.number(peoplePerUser) },
              { label: t('page.limits.searches'), value: format.number(searchesPerUser) },
              { label: t('page.limits.reveals'), value: above(bulkApproval.revealsAbove) },
              { label: t('page.limits.exports'), value: above(bulkApproval.exportsAbove) },
            ]}
          />
        )}
      </Facts>
    </Section>
  );
}

export function AgreementsCard({ companyId }: { companyId: number }) {
  const { t } = useTranslation('companies');
  const format = useFormat();
  const query = useLinkAgreements(useCan()('company:manage'));
  return (
    <Section name="agreements" to={`/companies?company=${companyId}`} permission="company:manage">
      <Facts query={query}>
        {(all) => {
          const own = all.filter((one) => [one.companyId, one.otherCompanyId].includes(companyId));
          return (
            <KeyValue
              items={(['accepted', 'pending'] as const).map((status) => ({
                label: t(`agreement.${status}`),
                value: format.number(own.filter((one) => one.status === status).length),
              }))}
            />
          );
        }}
      </Facts>
    </Section>
  );
}

export function KeysCard({ company }: { company: Company }) {
  const { t } = useTranslation('companies');
  const format = useFormat();
  const query = useCompanyKeys(company.id, useCan()('encryption:manage'));
  return (
    <Section name="keys" to={`/encryption-keys?company=${company.id}`} permission="encryption:manage">
      <Facts query={query}>
        {(keys) => {
          const active = keys.filter((key) => key.status === 'active');
          const [next] = active.map((key) => key.expiresAt).sort();
          return (
            <KeyValue
              items={[
                { label: t('page.keys.active'), value: format.number(active.length) },
                {
                  label: t('page.keys.old'),
                  value: format.number(keys.filter((key) => key.status === 'expired').length),
                },
                { label: t('page.keys.next'), value: next === undefined ? '–' : format.date(next) },
              ]}
            />
          );
        }}
      </Facts>
    </Section>
  );
}

export function UsersCard({ companyId }: { companyId: number }) {
  const { t } = useTranslation('companies');
  const format = useFormat();
  const query = useCompanyUsers(companyId, useCan()('users:manage'));
  return (
    <Section name="users" to={`/users?company=${companyId}`} permission="users:manage">
      <Facts query={query}>
        {(users) => (
          <KeyValue
            items={[
              { label: t('page.users.count'), value: format.number(users.length) },
              {
                label: t('page.users.administrators'),
                value: format.number(users.filter(({ role }) => role === 'admin').length),
              },
              {
                label: t('page.users.inactive'),
                value: format.number(users.filter(({ status }) => status !== 'active').length),
              },
            ]}
          />
        )}
      </Facts>
    </Section>
  );
}
