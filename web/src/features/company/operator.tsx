import { useQuery } from '@tanstack/react-query';
import { insurerText, ombudsmanText } from '../../../../domain/operator.ts';
import { deploymentQuery } from '../../lib/deployment-query.ts';

export const LEGAL_CHANGED = '2026-11-25';

const UNDECIDED =
  'It has not been decided yet which company operates this site and bears the risk, under which license and at which address. It will be named here and in the contract before cover is sold to the public.';

export const LOCAL_ONLY =
  'A local deployment is for testing. Its network, money and policies are not real, and they insure nobody.';

/** Who insures and is responsible for the site. */
export function OperatorText() {
  const { data } = useQuery(deploymentQuery);
  if (!data) return null;
  return (
    <p>
      {insurerText(data.operator)} {data.operator === null && UNDECIDED}
    </p>
  );
}

/** Where to turn after our last word. */
export function OmbudsmanText() {
  const { data } = useQuery(deploymentQuery);
  return data && <p>{ombudsmanText(data.operator)}</p>;
}
