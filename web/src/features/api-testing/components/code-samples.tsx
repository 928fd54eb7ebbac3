import { Box } from '@chakra-ui/react';
import { codeSamples } from '@pii-vault/contract/code-samples';
import { isolate, withEscapedMarks } from '@pii-vault/platform/values/direction-marks';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../../ui/card.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { sampleOf, type TypedRequest } from '../rules/api-request.ts';
import type { Endpoint } from '../rules/endpoint.ts';

const labels = ['curl', 'JavaScript', 'Python'] as const;

/**
 * The current call as curl, JavaScript and Python. The token is read from the environment, so copied code contains
 * none.
 */
export function CodeSamples({ endpoint, typed }: { endpoint: Endpoint; typed: TypedRequest }) {
  const { t } = useTranslation('api-testing');
  const [chosen, setChosen] = useState<(typeof labels)[number]>('curl');
  const samples = codeSamples(sampleOf(endpoint, typed, `${window.location.origin}/api`));
  const source = samples.find(({ label }) => label === chosen)?.source ?? '';
  return (
    <Card
      mt="4"
      title={t('samples.title')}
      actions={<CopyButton text={source} label={t('samples.copy', { name: chosen })} />}
    >
      <Tabs
        label={t('samples.title')}
        tabs={labels.map((value) => ({ value, label: value }))}
        value={chosen}
        onChange={setChosen}
      >
        <CodeBlock label={chosen}>{source}</CodeBlock>
      </Tabs>
      <Box color="ink.2" textStyle="small" mt="2">
        {t(endpoint.needsToken ? 'samples.token' : 'samples.open')}
      </Box>
    </Card>
  );
}

/** Monospaced text that scrolls on its own and can be focused by keyboard. */
export function CodeBlock({ label, children }: { label: string; children: string }) {
  return (
    <Box
      as="pre"
      textStyle="mono"
      role="region"
      aria-label={label}
      tabIndex={0}
      p="3"
      bg="sunken"
      borderRadius="control"
      maxHeight="graph"
      overflow="auto"
      whiteSpace="pre"
    >
      {isolated(children)}
    </Box>
  );
}

/** A text in quotes, or what stands between separators. */
const VALUE = /"(?:[^"\\\n]|\\.)*"|[^",;\t\n]+/g;

/** Code with each value from right to left isolated, so that the quotes and separators around it keep their order. */
function isolated(code: string): ReactNode[] {
  const parts: ReactNode[] = [];
  let end = 0;
  for (const { 0: value, index } of code.matchAll(VALUE)) {
    if (isolate(value) === value) continue;
    const quote = value.startsWith('"') ? 1 : 0;
    parts.push(
      code.slice(end, index + quote),
      // From left to right, so that an escape sequence stays together.
      <bdi key={index} dir="ltr">
        {withEscapedMarks(value.slice(quote, value.length - quote))}
      </bdi>,
    );
    end = index + value.length - quote;
  }
  return [...parts, code.slice(end)];
}
