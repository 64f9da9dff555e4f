import { describe, expect, it } from 'vitest';
import { insurerText, ombudsmanText } from './operator.ts';
import { operatorSchema } from './operator-schema.ts';

const OPERATOR = {
  name: 'Mooring Insurance DAC',
  address: '1 Harbor Road, Dublin 1, Ireland',
  authorization: 'Authorized by the Central Bank of Ireland (C00000)',
  ombudsman: { name: 'The Insurance Ombudsman', url: 'https://ombudsman.example' },
};

describe('the insurer that runs a deployment', () => {
  it('is named with its address and authorization, and its absence is said', () => {
    expect(insurerText(OPERATOR)).toBe(
      'The insurer is Mooring Insurance DAC, 1 Harbor Road, Dublin 1, Ireland. Authorized by the Central Bank of Ireland (C00000).',
    );
    expect(insurerText(null)).toBe('This deployment is not run by a licensed insurer.');
  });

  it('names its ombudsman with an https address', () => {
    expect(ombudsmanText(OPERATOR)).toBe(
      'If you still disagree, you can turn to The Insurance Ombudsman (https://ombudsman.example) or a court.',
    );
    const plain = { ...OPERATOR, ombudsman: { name: 'Ombudsman', url: 'http://ombudsman.example' } };
    expect(operatorSchema.safeParse(plain).success).toBe(false);
    expect(operatorSchema.safeParse({ ...OPERATOR, authorization: ' ' }).success).toBe(false);
  });
});
