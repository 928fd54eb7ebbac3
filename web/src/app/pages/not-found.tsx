import { Compass } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';

export function NotFound() {
  const { t } = useTranslation('app');
  return (
    <Card>
      <EmptyState
        isPage
        icon={Compass}
        title={t('notFound.title')}
        hint={t('notFound.text')}
        action={
          <Button asChild>
            <Link to="/">{t('notFound.home')}</Link>
          </Button>
        }
      />
    </Card>
  );
}
