import { Plus, X } from 'lucide-react';
import { fieldsOfTraveler } from '#domain/products/forms/travelers.ts';
import { PRODUCTS, type ProductKey } from '#domain/products/index.ts';
import { Button } from '#web/ui/button.tsx';
import DetailsForm, { type DetailsOf } from '#web/ui/details-form.tsx';

interface TravelersFormProps {
  product: ProductKey;
  form: DetailsOf;
  /** How many people are insured, the first included. */
  people: number;
  onPeople: (people: number) => void;
}

/** Whoever comes along. Each pays a premium and has cover of their own. */
export default function TravelersForm({ product, form, people, onPeople }: TravelersFormProps) {
  const { trip } = PRODUCTS[product];
  if (!trip) return null;
  const numbers = Array.from({ length: people - 1 }, (_, index) => index + 2);
  const names = (number: number) => fieldsOfTraveler(product, number).map(({ name }) => name);

  function add(): void {
    for (const name of names(people + 1)) form.setValue(name, '');
    onPeople(people + 1);
  }

  /** Moves those after this traveler one place up. */
  function remove(number: number): void {
    for (let place = number; place < people; place += 1) {
      const [into, from] = [names(place), names(place + 1)];
      for (const [index, name] of into.entries()) form.setValue(name, form.getValues(from[index] ?? ''));
    }
    form.unregister(names(people));
    onPeople(people - 1);
    void form.trigger();
  }

  return (
    <div className="flex flex-col gap-6">
      <p className="text-sm text-muted">
        Each traveler has cover of their own. Whoever is under {trip.adultAge} at departure costs half.
      </p>
      {numbers.map((number) => (
        <fieldset key={number} className="border-t border-line pt-5">
          <legend className="sr-only">Traveler {number}</legend>
          <div className="mb-4 flex items-center justify-between gap-3">
            <p aria-hidden className="font-medium">
              Traveler {number}
            </p>
            <Button
              size="small"
              variant="quiet"
              icon={X}
              aria-label={`Remove traveler ${number}`}
              onClick={() => remove(number)}
            >
              Remove
            </Button>
          </div>
          <DetailsForm fields={fieldsOfTraveler(product, number)} form={form} />
        </fieldset>
      ))}
      {people < trip.mostTravelers && (
        <Button variant="secondary" icon={Plus} className="self-start" onClick={add}>
          Add a traveler
        </Button>
      )}
    </div>
  );
}
