import { createContext } from 'react';

/** The company whose permissions count; undefined: those of any company. */
export const PermissionScope = createContext<number | undefined>(undefined);
