import { Box, Flex } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../i18n/use-format.ts';
import { Card } from '../../../ui/card.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { KeyValue } from '../../../ui/key-value.tsx';
import { Mono } from '../../../ui/mono.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import type { ApiAnswer } from '../queries.ts';
import { CodeBlock } from './code-samples.tsx';

/** Limit of shown characters: more would freeze the page. Copy copies the whole text. */
const SHOWN = 100_000;

/** Status, time, headers and body of the response. */
export function ResponseView({ answer }: { answer: ApiAnswer }) {
  const { t } = useTranslation('api-testing');
  const format = useFormat();
  const { status, statusText, text, size } = answer;
  return (
    <Card
      mt="4"
      title={t('response.title')}
      badge={
        <StatusBadge tone={status < 300 ? 'success' : status < 500 ? 'warning' : 'error'}>
          {`${status} ${statusText}`.trim()}
        </StatusBadge>
      }
      actions={text === '' ? null : <CopyButton text={text} label={t('response.copy')} />}
    >
      <Flex gap="4" color="ink.2" mb="3" wrap="wrap">
        <span>{t('response.time', { n: format.number(Math.round(answer.durationMs)) })}</span>
        <span>{t('response.size', { n: format.number(size) })}</span>
      </Flex>
      {text === '' ? (
        <Box color="ink.2">{t(size === 0 ? 'response.none' : 'response.bytes')}</Box>
      ) : (
        <CodeBlock label={t('response.title')}>{text.slice(0, SHOWN)}</CodeBlock>
      )}
      {text.length > SHOWN ? (
        <Box color="ink.2" mt="1">
          {t('response.cut', { n: format.number(SHOWN) })}
        </Box>
      ) : null}
      <Box as="h3" textStyle="strong" mt="4" mb="2">
        {t('response.headers')}
      </Box>
      <KeyValue
        items={answer.headers.map(([name, value]) => ({ label: name, value: <Mono>{value}</Mono> }))}
      />
    </Card>
  );
}
