import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Definition } from '../ui/definition.tsx';
import { StatCard } from '../ui/stat-card.tsx';
import type definitions from './locales/en.json';

/** A figure of the console. Each has one definition for all screens, in `locales`: formula and scope. */
export type Figure = keyof typeof definitions;

interface FigureCardProps {
  figure: Figure;
  label: string;
  /** Formatted; undefined while loading, null without a value. */
  value: string | null | undefined;
  note?: ReactNode;
}

/** A StatCard with the definition of its figure. */
export function FigureCard({ figure, ...card }: FigureCardProps) {
  const { t } = useTranslation('figures');
  return <StatCard {...card} definition={t(figure)} />;
}

/** The definition of a figure that has no card. @param of its name */
export function FigureDefinition({ figure, of }: { figure: Figure; of: string }) {
  const { t } = useTranslation('figures');
  return <Definition of={of} text={t(figure)} />;
}
