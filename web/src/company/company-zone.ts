import { DEFAULT_TIME_ZONE, isTimeZone } from '@pii-vault/platform/values/zoned-day';
import { useSelectedCompany } from './company-provider.tsx';

/** Time zone of the selected company's days. A browser that does not know it takes the default. */
export function useCompanyZone(): string {
  const { company } = useSelectedCompany();
  const zone = company?.timeZone ?? DEFAULT_TIME_ZONE;
  return isTimeZone(zone) ? zone : DEFAULT_TIME_ZONE;
}
