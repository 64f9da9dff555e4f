/** Filters by kind. */
import { AMOUNTS } from '#domain/admin/list.ts';
import { PRODUCT_KEYS, PRODUCTS } from '#domain/products/index.ts';
import type { DeskFilter } from './types.ts';

type Named = Readonly<Record<string, { label: string }>>;

/** Options of a select or filter, in their order. */
export const optionsOf = (named: Named) =>
  Object.entries(named).map(([value, { label }]) => ({ value, label }));

export const statusFilter = (statuses: Named): DeskFilter => ({
  key: 'status',
  label: 'Status',
  counts: 'by_status',
  options: optionsOf(statuses),
});

export const PRODUCT_FILTER: DeskFilter = {
  key: 'policy_type',
  label: 'Type',
  as: 'select',
  counts: 'by_type',
  options: PRODUCT_KEYS.map((value) => ({ value, label: PRODUCTS[value].label })),
};

export const AMOUNT_FILTER: DeskFilter = {
  key: 'amount',
  label: 'Amount',
  as: 'select',
  options: optionsOf(AMOUNTS),
};

export const ASSIGNED_FILTER: DeskFilter = {
  key: 'assigned',
  label: 'Assigned',
  as: 'select',
  people: 'assignees',
};

export const datesFilter = (label: string): DeskFilter => ({
  key: 'recorded_from',
  lastKey: 'recorded_to',
  label,
  as: 'dates',
});
