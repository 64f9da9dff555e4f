import { useSyncExternalStore } from 'react';
import { isKeptRead, type KeptKey, keep, onKept, readKept } from './kept.ts';

/**
 * What somebody types outside a form of `useKeptForm`: the value, and how to change it. It outlives the page, until it is
 * set to `initial` again. `initial` must be the same value each time.
 */
export function useKept<Value>(key: KeptKey, initial: Value): [Value, (next: Value) => void] {
  const value = useSyncExternalStore(
    onKept,
    () => (readKept(key) ?? initial) as Value,
    () => initial,
  );
  return [value, (next) => void keep(key, next === initial ? null : next)];
}

/** Whether everything that the customer had typed before has been read. */
export const useKeptRead = (): boolean =>
  useSyncExternalStore(
    onKept,
    () => isKeptRead('mine'),
    () => true,
  );
