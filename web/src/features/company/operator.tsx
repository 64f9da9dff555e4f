import { useEffect, useState } from 'react';
import { insurerText, type Operator, ombudsmanText } from '#domain/operator.ts';
import { loadedOnce } from '#web/lib/load-part.ts';

export const LEGAL_CHANGED = '2026-11-25';

const UNDECIDED =
  'It has not been decided yet which company operates this site and bears the risk, under which license and at which address. It will be named here and in the contract before cover is sold to the public.';

export const LOCAL_ONLY =
  'A local deployment is for testing. Its network, money and policies are not real, and they insure nobody.';

/** The operator of this site, from its own static file, which the deployment has checked: no page of text loads zod for it. */
const loadOperator = loadedOnce(async (): Promise<Operator | null> => {
  const response = await fetch('/deployment.json', { credentials: 'omit' });
  if (!response.ok) throw new Error('The operator could not be loaded.');
  const { operator = null }: { operator?: Operator | null } = await response.json();
  return operator;
});

/** Undefined until it is known. */
function useOperator(): Operator | null | undefined {
  const [operator, setOperator] = useState<Operator | null>();
  useEffect(() => {
    let shown = true;
    loadOperator().then(
      (loaded) => shown && setOperator(loaded),
      () => undefined,
    );
    return () => {
      shown = false;
    };
  }, []);
  return operator;
}

/** Who insures and is responsible for the site. */
export function OperatorText() {
  const operator = useOperator();
  if (operator === undefined) return null;
  return (
    <p>
      {insurerText(operator)} {operator === null && UNDECIDED}
    </p>
  );
}

/** Where to turn after our last word. */
export function OmbudsmanText() {
  const operator = useOperator();
  return operator !== undefined && <p>{ombudsmanText(operator)}</p>;
}
