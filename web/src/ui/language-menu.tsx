import { useTranslation } from 'react-i18next';
import { chooseLanguage } from '../i18n/i18n.ts';
import { Button } from './button.tsx';
import { Menu, MenuChoice } from './menu.tsx';
import { notify } from './notify.tsx';

/** Each language in its own name. */
const options = [
  { value: 'en', label: 'English' },
  { value: 'hi', label: 'हिन्दी' },
];

/** Shows EN or HI. */
export function LanguageMenu() {
  const { t, i18n } = useTranslation('ui');
  return (
    <Menu
      trigger={
        <Button
          variant="ghost"
          px="2"
          fontWeight="medium"
          aria-label={t('language', { code: i18n.language.toUpperCase() })}
        >
          {i18n.language.toUpperCase()}
        </Button>
      }
    >
      <MenuChoice
        options={options}
        value={i18n.language}
        onChange={(value) => {
          chooseLanguage(value === 'hi' ? 'hi' : 'en').catch(() =>
            notify.error(t('error.title'), t('error.network')),
          );
        }}
      />
    </Menu>
  );
}
