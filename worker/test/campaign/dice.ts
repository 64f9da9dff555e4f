import { dice } from '../lies.ts';

/** Everything that a run decides, from its seed alone. */
export class Dice {
  readonly roll: () => number;

  constructor(readonly seed: number) {
    this.roll = dice(seed);
  }

  /** A whole number from 0 to below `sides`. */
  below(sides: number): number {
    return Math.floor(this.roll() * sides);
  }

  chance(of: number): boolean {
    return this.roll() < of;
  }

  pick<Item>(items: readonly Item[]): Item {
    return items[this.below(items.length)] as Item;
  }

  /** So many different ones of the items, or all. */
  some<Item>(items: readonly Item[], count: number): Item[] {
    const left = [...items];
    const taken: Item[] = [];
    while (taken.length < count && left.length > 0) taken.push(...left.splice(this.below(left.length), 1));
    return taken;
  }
}
