import * as z from 'zod';
import { pageQuery } from '#domain/page.ts';
import { cleanLine } from '#domain/text.ts';

/** Entries per page of the desk's lists (admin.md §9). */
export const DESK_PAGE_SIZE = 10;
/** A bare page number beyond this is refused; cursors have no end. */
const MAX_PAGE = 100;
export const MAX_DESK_SEARCH = 100;
/** A text search looks at no more than this many newest matches. */
export const SEARCH_WINDOW = 200;
/** A page of a filter that no index has looks at no more entries than this, and so does a total that nothing counts. */
export const LOOKED_AT = 1000;

const PAGE = `A page number is 1 to ${MAX_PAGE}. Use the cursor to go further.`;

/** Query parameters of each of the desk's lists, besides its own filters. */
export const deskPageQuery = {
  ...pageQuery,
  page: z
    .string()
    .regex(/^[1-9]\d{0,5}$/, PAGE)
    .transform(Number)
    .refine((page) => page <= MAX_PAGE, PAGE)
    .optional()
    .describe('Page number; a cursor goes further and is faster'),
  search: z
    .string()
    .overwrite(cleanLine)
    .max(MAX_DESK_SEARCH, `Please search for at most ${MAX_DESK_SEARCH} characters.`)
    .optional()
    .describe(
      `Looks at the ${SEARCH_WINDOW} newest matches. Fewer than three characters match a number or the start of a wallet, and look at any ${SEARCH_WINDOW} of those wallets.`,
    ),
};

/** `sortBy` and `sortOrder`, with the list's own columns; the first is the default. Descending, if a sort is named. */
export const sortQuery = <const Columns extends readonly [string, ...string[]]>(columns: Columns) => ({
  sortBy: z.enum(columns, `Please sort by ${columns.join(', ')}.`).optional(),
  sortOrder: z
    .string()
    .transform((order) => order.toUpperCase())
    .pipe(z.enum(['ASC', 'DESC'], 'Please sort ASC or DESC.'))
    .optional(),
});

/** Most entries that an export of chosen entries holds. */
const MAX_CHOSEN = 200;
const CHOSEN = `Please choose 1 to ${MAX_CHOSEN} entries by their ids, such as 7,12.`;

/** Query of an export: only these entries. */
export const chosenQuery = {
  ids: z
    .string()
    .regex(/^[1-9]\d{0,14}(,[1-9]\d{0,14})*$/, CHOSEN)
    .transform((ids) => [...new Set(ids.split(',').map(Number))])
    .refine((ids) => ids.length <= MAX_CHOSEN, CHOSEN)
    .optional(),
};

/** A filter in which `all`, or nothing, means no filter. */
export const filterQuery = <const Values extends readonly [string, ...string[]]>(values: Values) =>
  z
    .enum(['all', ...values], `Please choose ${values.join(', ')} or all.`)
    .transform((value) => (value === 'all' ? undefined : (value as Values[number])))
    .optional();

/** Ranges of whole dollars that lists are filtered by. */
export const AMOUNTS = {
  small: { label: 'Up to $2,500', over: -1, to: 2_500 },
  medium: { label: '$2,500 to $10,000', over: 2_500, to: 10_000 },
  large: { label: 'Over $10,000', over: 10_000, to: 1_000_000_000 },
} as const;
export const AMOUNT_KEYS = ['small', 'medium', 'large'] as const satisfies (keyof typeof AMOUNTS)[];
export type AmountKey = (typeof AMOUNT_KEYS)[number];

const day = z.iso.date('Please enter a date such as 2026-11-21.').optional();

/** The UTC days from and until which the entries were recorded, both included. */
export const recordedQuery = { recorded_from: day, recorded_to: day };

/** Whose work it is: the caller's, nobody's, or that of the administrator with this id. */
export const assignedQuery = z
  .string()
  .regex(/^(all|me|nobody|[1-9]\d{0,9})$/, 'Please choose me, nobody, all or the id of an administrator.')
  .transform((value) => (value === 'all' ? undefined : value))
  .optional();

const pagination = z.object({
  current_page: z.number().int(),
  /** Null where the total is a minimum. */
  total_pages: z.number().int().nullable(),
  per_page: z.number().int(),
  next_cursor: z.string().nullable(),
  prev_cursor: z.string().nullable(),
  /** Whether a search found more than it looked at; the totals then count what it looked at. */
  search_limited: z.boolean(),
  /** Whether there may be more than the total says, because nothing counts what the filter finds. */
  total_is_minimum: z.boolean(),
  /** When the last entry that was looked at was recorded, where a filter without an index found less than a page; null elsewhere. */
  searched_to: z.iso.datetime().nullable(),
});

/** A page's numbers, besides its list's total. */
export type DeskPagination = z.output<typeof pagination>;

/** `data` of a list: its entries and `pagination` under the specification's names. */
export const deskPage = <Name extends string, Total extends string, Entry extends z.ZodType>(
  name: Name,
  total: Total,
  entry: Entry,
) =>
  z.object({
    [name]: z.array(entry),
    pagination: pagination.extend({ [total]: z.number().int() } as Record<Total, z.ZodNumber>),
  } as Record<Name, z.ZodArray<Entry>> & {
    pagination: z.ZodObject<typeof pagination.shape & Record<Total, z.ZodNumber>>;
  });

/** Most records that one call changes. */
const MAX_BULK = 100;
const BULK = `Please choose 1 to ${MAX_BULK} entries.`;
export const bulkIds = z.array(z.number().int().positive()).min(1, BULK).max(MAX_BULK, BULK);
