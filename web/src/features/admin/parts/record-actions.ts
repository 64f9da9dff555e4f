import { useEffect, useRef } from 'react';

/** What can be done with the open record. */
export interface RecordAction {
  label: string;
  run: () => void;
}

let offered: readonly RecordAction[] = [];

/** What the open record offers now, for the command palette. */
export const recordActions = (): readonly RecordAction[] => offered;

/** Offers the record's actions while it is open. */
export function useRecordActions(actions: readonly RecordAction[]): void {
  const latest = useRef(actions);
  latest.current = actions;
  const labels = actions.map(({ label }) => label).join('\n');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the actions are new with every render, their labels are not.
  useEffect(() => {
    const own = latest.current.map(({ label }, index) => ({
      label,
      run: () => latest.current[index]?.run(),
    }));
    offered = own;
    return () => {
      if (offered === own) offered = [];
    };
  }, [labels]);
}
