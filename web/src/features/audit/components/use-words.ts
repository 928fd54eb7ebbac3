import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useCompanyName } from '../../../company/use-companies.ts';
import { useFormat } from '../../../i18n/use-format.ts';

/** Texts, number format and company names from which sentences are built. */
export function useWords() {
  const { t } = useTranslation('audit');
  const { number } = useFormat();
  const companyName = useCompanyName();
  return useMemo(() => ({ t, number, companyName }), [t, number, companyName]);
}
