import { Box } from '@chakra-ui/react';

/** A thin line below the top bar while the next screen's code is loading. */
export function BusyLine({ isBusy }: { isBusy: boolean }) {
  return (
    <Box height="0.5" mt="-0.5" zIndex="shell" overflow="hidden">
      {isBusy ? (
        <Box
          height="full"
          bg="accent"
          animation="pulse"
          animationDuration="900ms"
          animationIterationCount="infinite"
        />
      ) : null}
    </Box>
  );
}
