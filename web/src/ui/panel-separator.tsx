import { Box } from '@chakra-ui/react';
import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { boundedWidth, keepPanelWidth, panelWidths, widthByKey } from './panel-width.ts';

interface PanelSeparatorProps {
  width: number;
  onResize: (width: number) => void;
  /** Id of the panel. */
  controls: string;
}

/**
 * Separator between list and panel: moved by dragging and arrow keys, reset by a double click or Enter (WAI-ARIA window
 * splitter).
 */
export function PanelSeparator({ width, onResize, controls }: PanelSeparatorProps) {
  const { t } = useTranslation('ui');
  const drag = useRef<{ from: number; width: number }>(null);

  function keep(to: number): void {
    onResize(to);
    keepPanelWidth(to);
  }
  function onKeyDown(event: KeyboardEvent): void {
    const to = widthByKey(event.key, width);
    if (to === undefined) return;
    event.preventDefault();
    keep(to);
  }
  function onPointerDown(event: PointerEvent): void {
    event.currentTarget.setPointerCapture(event.pointerId);
    drag.current = { from: event.clientX, width };
  }
  function onPointerMove({ clientX }: PointerEvent): void {
    if (drag.current) onResize(boundedWidth(drag.current.width + drag.current.from - clientX));
  }
  function onPointerUp(): void {
    if (drag.current) keepPanelWidth(width);
    drag.current = null;
  }

  return (
    <Box
      role="separator"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={t('panel.resize')}
      aria-controls={controls}
      aria-valuenow={width}
      aria-valuemin={panelWidths.least}
      aria-valuemax={panelWidths.most}
      position="absolute"
      insetY="0"
      insetStart="-3"
      width="2"
      borderRadius="full"
      cursor="col-resize"
      touchAction="none"
      _hover={{ bg: 'line.strong' }}
      _focusVisible={{ bg: 'accent', outline: 'none' }}
      onKeyDown={onKeyDown}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={onPointerUp}
      onPointerCancel={onPointerUp}
      onDoubleClick={() => keep(panelWidths.first)}
    />
  );
}
