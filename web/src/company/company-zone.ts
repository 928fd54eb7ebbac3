import { DEFAULT_TIME_ZONE } from '@pii-vault/platform/values/zoned-day';
import { useContext } from 'react';
import { TimeZone } from '../i18n/time-zone.ts';

/** Time zone of the selected company's days. */
export const useCompanyZone = (): string => useContext(TimeZone) ?? DEFAULT_TIME_ZONE;
