import { SearchX, Upload, Users } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useCan } from '../../../../session/use-session.ts';
import { Button } from '../../../../ui/button.tsx';
import { EmptyState } from '../../../../ui/empty-state.tsx';
import { Icon } from '../../../../ui/icon.tsx';
import { useUrlState } from '../../../../url/use-url-state.ts';

/** The empty states: no match, or no individuals yet, each with its one next action. */
export function NoIndividuals({ isFiltered }: { isFiltered: boolean }) {
  const { t } = useTranslation('individuals');
  const { get, set } = useUrlState();
  const can = useCan();
  if (isFiltered) {
    const clear = () => set({ search: null, quality: null, cursor: null });
    return (
      <EmptyState
        icon={SearchX}
        title={t('empty.filtered')}
        hint={t('empty.filteredHint')}
        action={<Button onClick={clear}>{t('empty.clear')}</Button>}
      />
    );
  }
  return (
    <EmptyState
      icon={Users}
      title={t('empty.title')}
      hint={t(can('pii:write') ? 'empty.hint' : 'empty.ask')}
      action={
        can('pii:write') ? (
          <Button asChild>
            <Link to={`/imports?company=${get('company')}&new=1`}>
              <Icon as={Upload} />
              {t('empty.action')}
            </Link>
          </Button>
        ) : undefined
      }
    />
  );
}
