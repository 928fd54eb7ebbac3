import { useTranslation } from 'react-i18next';

/** Names of the audit trail's actions; an unknown action is shown unchanged. */
export function useActionName(): (action: string) => string {
  const { t } = useTranslation('audit-actions');
  return (action) => t(action, { defaultValue: action });
}
