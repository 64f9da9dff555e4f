import { KEPT, RATE_CEILINGS, RATE_FLOORS } from '../../../../domain/promises.ts';

const RULES: readonly (readonly [name: string, text: string])[] = [
  [
    'Form',
    'JSON in and out. An answer is {success, data, message?}, a refusal {success: false, code, message, request_id, issues?}. Missing values are null.',
  ],
  [
    'Signing in',
    `A wallet signs a text and gets a token for ${KEPT.sessionHours} hours, sent as Authorization: Bearer. What belongs to others returns 404.`,
  ],
  [
    'Limits',
    `Never below ${RATE_FLOORS.quotesPerMinute} quotes a minute for a wallet and ${RATE_FLOORS.signInsPerMinute} sign-ins a minute for an address. One client has ${RATE_CEILINGS.requestsPerMinute} requests a minute on each of these routes, and a wallet at most ${RATE_CEILINGS.liveQuotes} quotes that can still be paid. Above the limit: 429 with Retry-After.`,
  ],
  [
    'Repeating',
    'A POST may carry an Idempotency-Key: the same key with the same body creates nothing twice and returns the record; with another body, the answer is 409. While the first request still runs the answer is 409 with code in_progress and Retry-After: send the same request again.',
  ],
  [
    'Money',
    'Dollars are whole numbers unless a field says otherwise; amounts on chain are decimal strings in base units.',
  ],
  ['Dates', 'ISO 8601 in UTC.'],
  [
    'Lists',
    'Newest first, at most 200 entries a page (limit). next_cursor and prev_cursor beside data lead to the next and the previous page (cursor).',
  ],
];

export function Rules() {
  return (
    <dl className="grid gap-x-10 border-y border-line py-2 md:grid-cols-2">
      {RULES.map(([name, text]) => (
        <div key={name} className="grid grid-cols-[5.5rem_1fr] gap-x-3 py-2 text-[0.9375rem]">
          <dt className="font-medium">{name}</dt>
          <dd className="min-w-0 text-muted">{text}</dd>
        </div>
      ))}
    </dl>
  );
}
