import { createContext } from 'react';

/** IANA time zone in which `useFormat` shows days and times; undefined for the browser's zone. */
export const TimeZone = createContext<string | undefined>(undefined);
