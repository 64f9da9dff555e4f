import { Dice } from './dice.ts';
import { canMeet, type Fault, turnOf } from './kinds.ts';
import { fitting, possible, type Scenario } from './scenarios.ts';

export interface Draw {
  dice: Dice;
  scenario: Scenario;
  faults: readonly Fault[];
}

/** What a seed draws: the fault whose turn it is and up to five more that can meet it, in one of the scenarios that it fits. */
export function draw(seed: number): Draw {
  const first = turnOf(seed);
  const dice = new Dice(seed);
  const scenario = dice.pick(fitting(first));
  const others = possible(scenario).filter((fault) => fault !== first);
  const faults = [first];
  for (const fault of dice.some(others, dice.below(6)))
    if (faults.every((each) => canMeet(each, fault))) faults.push(fault);
  return { dice, scenario, faults };
}
