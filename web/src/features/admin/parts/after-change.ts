import { createContext, useContext } from 'react';

/**
 * What a screen does once its open record was changed here: the work queue opens the next one, and then shows `done`, which
 * the closed record can show no longer.
 */
export const AfterChangeContext = createContext<(done?: string | null) => unknown>(() => undefined);

export const useAfterChange = () => useContext(AfterChangeContext);
