import { useQuery } from '@tanstack/react-query';
import { allPagesQuery } from '../client/queries.ts';
import { purposeOptions } from '../i18n/field-name.ts';
import { useCan } from '../session/use-session.ts';
import type { Option } from '../ui/select.tsx';

/** A company's register of purposes with their notices, all pages. Fetched only with the permission. */
export function useCompanyPurposes(companyId: number) {
  const can = useCan();
  return useQuery({
    ...allPagesQuery('GET /purposes', { query: { companyId } }),
    enabled: companyId > 0 && can('compliance:read', companyId),
  });
}

/** Options for a purpose: those of the company's register. Other text may be typed. */
export function usePurposeOptions(companyId: number): readonly Option[] {
  const { data = [] } = useCompanyPurposes(companyId);
  return purposeOptions(data.map(({ purpose }) => purpose));
}
