import { Box, Flex } from '@chakra-ui/react';
import type { PiiField } from '@pii-vault/contract/individuals/individuals-schema';
import { Eye, EyeOff, History } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { REVEAL_MS } from '../../../../pii/hide-on-leave.ts';
import { Button } from '../../../../ui/button.tsx';
import { IconButton } from '../../../../ui/icon-button.tsx';
import { Mono } from '../../../../ui/mono.tsx';
import { RelativeTime } from '../../../../ui/relative-time.tsx';
import { factsBeside } from '../../rules/field-facts.ts';
import { FieldFactsLine } from './field-facts.tsx';
import type { Reveal } from './use-reveal.ts';

interface FieldRowProps {
  field: PiiField;
  /** The field whose facts stand above the list. */
  shared: PiiField;
  reveal: Reveal;
  /** When a value was last revealed, as far as the reader may know. */
  lastAccessAt?: string | undefined;
  /** Absent where there is no room for it. */
  onVersions?: (() => void) | undefined;
  /** Absent when the role may not reveal. */
  onAsk?: (() => void) | undefined;
}

/** One field: its name, its mask or for 30 s its value, and what sets it apart from the others. */
export function FieldRow({ field, shared, reveal, lastAccessAt, onVersions, onAsk }: FieldRowProps) {
  const { t } = useTranslation('individuals');
  const shown = reveal.shownOf(field.fieldType);
  const refused = shown ? undefined : reveal.refused[field.fieldType];
  const name = t(`field.${field.fieldType}`);
  return (
    <Box as="li" position="relative" py="1.5" borderBottomWidth="1px" _last={{ borderBottomWidth: '0' }}>
      <Flex align="center" gap="3" minHeight="controlSm">
        <Box flexShrink="0" width="24" color="ink.2">
          {name}
        </Box>
        <Box flex="1" minWidth="0" overflowWrap="anywhere">
          {shown ? <Box textStyle="strong">{shown.value}</Box> : <Mono>{field.value}</Mono>}
        </Box>
        {onVersions ? (
          <IconButton
            size="sm"
            icon={History}
            label={t('versions.open', { what: name })}
            onClick={onVersions}
          />
        ) : null}
        {shown ? (
          <HideButton
            name={name}
            secondsLeft={shown.secondsLeft}
            onHide={() => reveal.hide(field.fieldType)}
          />
        ) : onAsk ? (
          <Button
            variant="ghost"
            size="sm"
            icon={Eye}
            aria-label={t('reveal.open', { what: name })}
            onClick={onAsk}
          >
            {t('reveal.submit')}
          </Button>
        ) : null}
      </Flex>
      {shown ? <TimeLeft secondsLeft={shown.secondsLeft} /> : null}
      <FieldFactsLine facts={factsBeside(field, shared)} />
      {lastAccessAt ? (
        <Box textStyle="small" color="ink.2">
          {t('lastReveal.label')} <RelativeTime at={lastAccessAt} />
        </Box>
      ) : null}
      {refused ? (
        <Box textStyle="small" color="error" mt="0.5">
          {t(`refusal.short.${refused}`, { defaultValue: t('refusal.unknown', { reason: refused }) })}
        </Box>
      ) : null}
    </Box>
  );
}

interface HideButtonProps {
  name: string;
  secondsLeft: number;
  onHide: () => void;
}

function HideButton({ name, secondsLeft, onHide }: HideButtonProps) {
  const { t } = useTranslation('individuals');
  return (
    <Button
      variant="ghost"
      size="sm"
      icon={EyeOff}
      aria-label={t('reveal.hide', { what: name, seconds: secondsLeft })}
      onClick={onHide}
    >
      {t('reveal.seconds', { seconds: secondsLeft })}
    </Button>
  );
}

/** The line below the row, which runs out with the value. */
function TimeLeft({ secondsLeft }: { secondsLeft: number }) {
  return (
    <Box aria-hidden="true" position="absolute" insetInline="0" bottom="-px" height="0.5">
      <Box
        height="full"
        bg="accent"
        borderRadius="full"
        transformOrigin="left"
        transition="transform 1000ms linear"
        style={{ transform: `scaleX(${(secondsLeft * 1000) / REVEAL_MS})` }}
      />
    </Box>
  );
}
