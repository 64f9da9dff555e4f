import type { RegisteredRouter } from '@tanstack/react-router';
import type { DESK_LISTS } from '#domain/admin/records-schema.ts';

export type DeskPath = Extract<keyof RegisteredRouter['routesByPath'], `/admin/${string}`>;
/** The search parameters of a screen. */
export type DeskSearch<To extends DeskPath> =
  RegisteredRouter['routesByPath'][To]['types']['fullSearchSchema'];
export type DeskListKey = (typeof DESK_LISTS)[number];
/** A screen with a list, whose `open` is the record in its panel. */
export type ListPath = `/admin/${DeskListKey}`;
