import { Box } from '@chakra-ui/react';
import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from './icon-button.tsx';
import { Input } from './input.tsx';

/** A password with a show/hide toggle. */
export function PasswordInput(props: ComponentProps<typeof Input>) {
  const { t } = useTranslation('ui');
  const [isShown, setShown] = useState(false);
  return (
    <Box position="relative">
      <Input {...props} type={isShown ? 'text' : 'password'} pe="9" />
      <Box position="absolute" insetEnd="0.5" top="0.5">
        <IconButton
          size="sm"
          icon={isShown ? EyeOff : Eye}
          label={t(isShown ? 'password.hide' : 'password.show')}
          aria-pressed={isShown}
          onClick={() => setShown(!isShown)}
        />
      </Box>
    </Box>
  );
}
