import { car } from '../car.ts';
import { CANCELLATION, limits, type Wording } from './wording.ts';

export const carWording: Wording = {
  version: 'car-1',
  product: 'car',
  covered: [
    'Damage to your car by an accident, whoever caused it.',
    'Theft of the car or of parts fixed to it, and attempted theft.',
    'Fire, hail, storm, falling objects and collision with animals.',
    'Damage that you do to other people and their property with the car.',
  ],
  notCovered: [
    'Driving without a valid licence, or under the influence of alcohol or drugs.',
    'Racing, hiring the car out, and carrying passengers or goods for pay.',
    'Wear, tyres worn beyond the legal limit and mechanical breakdown.',
    'Things left in the car.',
  ],
  limits: limits(car, 'The car itself is valued at its market price on the day before the incident.'),
  claimNeeds: [
    'The date and place of the incident, what happened and an estimate of the loss.',
    'Photographs of the damage, and the other party’s name and insurance if there was one.',
    'A police report for theft and for any accident with injured people.',
  ],
  cancellation: CANCELLATION,
};
