import { createContext } from 'react';

/** IANA name of the zone in which `useFormat` writes days and times; undefined is the reader's own. */
export const TimeZone = createContext<string | undefined>(undefined);
