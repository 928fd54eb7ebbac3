import { defineKeyframes } from '@chakra-ui/react/styled-system';

export const keyframes = defineKeyframes({
  appear: { from: { opacity: '0' }, to: { opacity: '1' } },
  vanish: { from: { opacity: '1' }, to: { opacity: '0' } },
  rise: { from: { opacity: '0', transform: 'translateY(4px)' }, to: { opacity: '1', transform: 'none' } },
  slideFromEnd: {
    from: { transform: 'translateX(24px)', opacity: '0' },
    to: { transform: 'none', opacity: '1' },
  },
  slideFromStart: {
    from: { transform: 'translateX(-24px)', opacity: '0' },
    to: { transform: 'none', opacity: '1' },
  },
  spin: { to: { transform: 'rotate(360deg)' } },
  pulse: { '0%, 100%': { opacity: '1' }, '50%': { opacity: '0.45' } },
});
