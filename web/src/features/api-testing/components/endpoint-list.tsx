import { Box, Flex } from '@chakra-ui/react';
import { chakra } from '@chakra-ui/react/styled-system';
import { useTranslation } from 'react-i18next';
import { Card } from '../../../ui/card.tsx';
import { Mono } from '../../../ui/mono.tsx';
import { SearchInput } from '../../../ui/search-input.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { useUrlState } from '../../../url/use-url-state.ts';
import { type Endpoint, searchEndpoints } from '../rules/endpoint.ts';

const Item = chakra('button', {
  base: {
    display: 'block',
    width: 'full',
    textAlign: 'start',
    px: '4',
    py: '2',
    bg: 'transparent',
    fontFamily: 'inherit',
    cursor: 'pointer',
    _hover: { bg: 'hover' },
    '&[aria-current]': { bg: 'accent.soft' },
  },
});

export const methodTones = { GET: 'info', POST: 'success', PUT: 'warning', DELETE: 'error' } as const;

interface EndpointListProps {
  endpoints: readonly Endpoint[];
  selected: string | undefined;
}

/** The calls of the OpenAPI document, grouped by tag. Its texts are not translated. */
export function EndpointList({ endpoints, selected }: EndpointListProps) {
  const { t } = useTranslation('api-testing');
  const { get, set } = useUrlState();
  const found = searchEndpoints(endpoints, get('q'));
  const tags = [...new Set(found.map(({ tag }) => tag))];
  return (
    <Card flush title={t('list.title', { n: found.length })}>
      <Box px="4" pb="3">
        <SearchInput label={t('list.search')} value={get('q')} onChange={(q) => set({ q })} />
      </Box>
      <Box as="nav" aria-label={t('list.label')} maxHeight={{ base: 'graph', lg: 'list' }} overflowY="auto">
        {tags.map((tag) => (
          <Box key={tag} as="section" borderTopWidth="1px">
            <Box as="h3" lang="en" textStyle="label" color="ink.2" px="4" pt="3" pb="1">
              {tag}
            </Box>
            {found
              .filter((endpoint) => endpoint.tag === tag)
              .map(({ id, method, path, summary }) => (
                <Item
                  key={id}
                  type="button"
                  aria-current={id === selected || undefined}
                  onClick={() => set({ call: id }, { push: true })}
                >
                  <Flex as="span" gap="2" align="center" wrap="wrap">
                    <StatusBadge tone={methodTones[method]}>{method}</StatusBadge>
                    <Mono overflowWrap="anywhere">{path}</Mono>
                  </Flex>
                  <Box as="span" lang="en" display="block" color="ink.2" textStyle="small" mt="0.5">
                    {summary}
                  </Box>
                </Item>
              ))}
          </Box>
        ))}
        {found.length === 0 ? (
          <Box px="4" py="6" color="ink.2">
            {t('list.empty')}
          </Box>
        ) : null}
      </Box>
    </Card>
  );
}
