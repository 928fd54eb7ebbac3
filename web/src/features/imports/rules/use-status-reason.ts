import type { Import } from '@pii-vault/contract/imports/imports-schema';
import { useTranslation } from 'react-i18next';

/** Why an import is held, paused or failed: in the language of the console where it knows the reason. */
export function useStatusReason({ statusReason, statusMessage }: Import): string {
  const { t, i18n } = useTranslation('imports');
  const key = `reason.${statusReason}`;
  if (statusReason !== null && i18n.exists(key, { ns: 'imports' })) return t(key);
  return statusMessage ?? statusReason ?? '–';
}
