import { Flex } from '@chakra-ui/react';
import type { Company } from '@pii-vault/contract/companies/companies-schema';
import { keyTypes } from '@pii-vault/contract/encryption-keys/encryption-keys-schema';
import { useTranslation } from 'react-i18next';
import { companyOptions } from '../../../company/company-options.ts';
import { useSelectedCompany } from '../../../company/company-provider.tsx';
import { FilterChip } from '../../../ui/filter-chip.tsx';
import { useUrlState } from '../../../url/use-url-state.ts';

/** Company and key type. The company is that of the top bar; `?in=all` shows every company. */
export function KeyFilters({ companies }: { companies: readonly Company[] }) {
  const { t } = useTranslation('encryption-keys');
  const { get, set } = useUrlState();
  const { company, choose } = useSelectedCompany();
  function chooseCompany(value: string): void {
    set({ in: value === '' ? 'all' : null });
    if (value !== '') choose(Number(value));
  }
  return (
    <Flex gap="2" wrap="wrap" mb="4" data-print="hide">
      <FilterChip
        name={t('company')}
        value={get('in') === 'all' ? '' : String(company?.id ?? '')}
        onChange={chooseCompany}
        options={[{ value: '', label: t('allCompanies') }, ...companyOptions(companies)]}
      />
      <FilterChip
        name={t('type')}
        value={get('type')}
        onChange={(type) => set({ type })}
        options={[
          { value: '', label: t('allTypes') },
          ...keyTypes.map((value) => ({ value, label: t(`keyType.${value}`) })),
        ]}
      />
    </Flex>
  );
}
