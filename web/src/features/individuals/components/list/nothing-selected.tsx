import { MousePointerClick } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../../../ui/empty-state.tsx';

export function NothingSelected() {
  const { t } = useTranslation('individuals');
  return <EmptyState icon={MousePointerClick} title={t('select.title')} hint={t('select.hint')} />;
}
