import { home } from '../home.ts';
import { CANCELLATION, limits, type Wording } from './wording.ts';

export const homeWording: Wording = {
  version: 'home-1',
  product: 'home',
  covered: [
    'Damage to the building by fire, lightning, explosion, storm, hail, snow load and burst pipes.',
    'Burglary and vandalism, with the damage done while breaking in.',
    'A place to stay while the home cannot be lived in, for up to 90 days.',
    'Clearing up after a covered event, and work that keeps the damage from growing.',
  ],
  notCovered: [
    'Flood, earthquake, war and nuclear events.',
    'Wear, rot, rust, vermin and lack of upkeep.',
    'Damage done on purpose by you or somebody who lives with you.',
    'Cash, cryptocurrency and valuables above 1,000 dollars each.',
  ],
  limits: limits(home, 'Temporary accommodation is limited to 200 dollars a day.'),
  claimNeeds: [
    'The date of the incident, what happened and an estimate of the loss.',
    'Photographs of the damage, and a police report for burglary or vandalism.',
    'Invoices or estimates for repairs, as they come in.',
  ],
  cancellation: CANCELLATION,
};
