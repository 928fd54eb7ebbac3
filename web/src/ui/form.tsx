import { chakra } from '@chakra-ui/react/styled-system';
import type { ComponentProps } from 'react';

const StyledForm = chakra('form', { base: { display: 'grid', gap: '4' } });

/** A form without the browser's validation: messages come from the contract's schema. */
export const Form = (props: ComponentProps<typeof StyledForm>) => <StyledForm noValidate {...props} />;
