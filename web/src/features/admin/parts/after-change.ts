import { createContext, useContext } from 'react';

/** What a screen does once its open record was changed here: the work queue opens the next one. */
export const AfterChangeContext = createContext<() => unknown>(() => undefined);

export const useAfterChange = () => useContext(AfterChangeContext);
