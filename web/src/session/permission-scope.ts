import { createContext } from 'react';

/** The company whose permissions count; undefined: permissions in any company. */
export const PermissionScope = createContext<number | undefined>(undefined);
