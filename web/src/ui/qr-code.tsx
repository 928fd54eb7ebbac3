import { chakra } from '@chakra-ui/react/styled-system';
import { encode } from 'uqr';

/** Scanners need dark on light in both themes. */
const Svg = chakra('svg', { base: { bg: 'white', color: 'black', borderRadius: 'control', boxSize: '44' } });

/** A QR code (ISO/IEC 18004), drawn in the browser: no request contains the text. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { border: 3 });
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
  return (
    <Svg viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shapeRendering="crispEdges">
      <path d={path} fill="currentColor" />
    </Svg>
  );
}
