/** The licensed insurer that runs a deployment, from its settings. */
export interface Operator {
  name: string;
  /** Postal address in one line. */
  address: string;
  /** Who authorized it, and under which number: 'Authorized by the Central Bank of Ireland (C12345)'. */
  authorization: string;
  /** Where its customers can turn after its last word. */
  ombudsman: { name: string; url: string };
}

/** Who insures, in a sentence or two. */
export const insurerText = (operator: Operator | null): string =>
  operator === null
    ? 'This deployment is not run by a licensed insurer.'
    : `The insurer is ${operator.name}, ${operator.address}. ${operator.authorization}.`;

/** Where customers can turn who disagree with the last word on a claim or complaint. */
export const ombudsmanText = (operator: Operator | null): string =>
  operator === null
    ? 'If you still disagree, you can turn to an ombudsman or a court. Which ombudsman is in charge is named together with the insurer that runs this site.'
    : `If you still disagree, you can turn to ${operator.ombudsman.name} (${operator.ombudsman.url}) or a court.`;
