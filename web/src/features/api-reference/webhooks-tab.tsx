import { MAX_WEBHOOKS, WEBHOOK_EVENTS, type WebhookEvent } from '../../../../domain/webhooks/schema.ts';
import { CodeBlock } from '../../ui/code.tsx';
import { Facts } from '../../ui/facts.tsx';
import { PROSE } from '../../ui/prose.ts';
import { OutsideLink, TextLink } from '../../ui/text-link.tsx';
import { exampleOf } from './example.ts';
import type { OpenApi, Schema } from './openapi.ts';
import { SchemaTree } from './schema-tree.tsx';
import { VERIFY_CODE } from './webhook-code.ts';
import { WEBHOOK_SCHEMAS } from './webhook-schemas.ts';

const MEANING: Readonly<Record<WebhookEvent, string>> = {
  'policy.created': 'A payment became a policy.',
  'payment.completed': 'The premium of a policy is confirmed on chain.',
  'contract.notice':
    'Your wallet is guardian or administrator of the contract, and something was announced, proposed or changed.',
  'claim.submitted': 'A claim was made on one of your policies.',
  'claim.approved': 'A claim was approved; the payment follows.',
  'claim.rejected': 'A claim was refused. The reason is in the claim.',
  'claim.paid': 'The payout is confirmed on chain.',
};

/** These schemas contain no references to resolve. */
const ALONE: OpenApi = { info: { title: '', version: '' }, paths: {} };
const schemaOf = (event: WebhookEvent) => WEBHOOK_SCHEMAS[event] as Schema;

function exampleBody(event: WebhookEvent): string {
  const body = {
    id: `evt_${event.replace('.', '_')}_1`,
    type: event,
    timestamp: '2027-01-15T09:00:00.000Z',
    data: exampleOf(ALONE, schemaOf(event)),
  };
  return JSON.stringify(body, null, 2);
}

function EventDetails({ event }: { event: WebhookEvent }) {
  return (
    <section aria-labelledby={event} className="border-t border-line py-6 first:border-t-0">
      <h3 id={event} className="font-normal tracking-normal">
        <code className="text-[0.9375rem] font-semibold">{event}</code>
      </h3>
      <p className="mt-1 text-[0.9375rem] text-muted">{MEANING[event]}</p>
      <div className="mt-3 grid gap-x-10 gap-y-4 lg:grid-cols-2">
        <SchemaTree document={ALONE} schema={schemaOf(event)} answer />
        <CodeBlock label={`Body of ${event}`} code={exampleBody(event)} />
      </div>
    </section>
  );
}

export function WebhooksTab() {
  return (
    <div className="flex flex-col gap-12">
      <section className={`${PROSE} max-w-[44rem]`}>
        <h2 className="text-xl">What they are</h2>
        <p>
          A webhook is an address on your server that we call when something happens to your policies or
          claims. You set up to {MAX_WEBHOOKS} of them in your <TextLink to="/profile">profile</TextLink>,
          each for the events you choose. The address must begin with https://. Its secret is shown once, when
          you create it.
        </p>
        <p>
          Calls follow the{' '}
          <OutsideLink href="https://www.standardwebhooks.com">Standard Webhooks</OutsideLink> specification,
          so its libraries work. They carry numbers and states, nothing personal.
        </p>
      </section>
      <section>
        <h2 className="text-xl">What we send</h2>
        <div className="mt-4 max-w-[44rem]">
          <Facts
            rows={[
              [
                'webhook-id',
                'The event’s id, the same for all attempts. Store it, and ignore events you have already seen.',
              ],
              ['webhook-timestamp', 'When this attempt was made, in seconds since 1970.'],
              [
                'webhook-signature',
                'v1, and the base64 of HMAC-SHA256 over id.timestamp.body. The key is the part of your secret after whsec_, decoded from base64.',
              ],
              ['Body', 'JSON: id, type, timestamp of the event, and data.'],
            ]}
          />
        </div>
      </section>
      <section className={`${PROSE} max-w-[44rem]`}>
        <h2 className="text-xl">What to answer</h2>
        <p>
          Any status from 200 to 299, within ten seconds: accept the event, then process it. On anything else,
          a redirection included, we try again: up to eight times over most of a day, with pauses that grow
          from half a minute to six hours. An event can therefore come more than once, and not always in
          order: the <code className="text-[0.875em]">webhook-id</code> identifies a repeated one. Every
          delivery and its outcome is listed in your profile, where you can also have one sent again.
        </p>
        <p>Check the signature over the raw body before you trust a call:</p>
        <CodeBlock label="Verify a call (TypeScript, Node.js)" code={VERIFY_CODE} />
      </section>
      <section>
        <h2 className="text-xl">Events</h2>
        <div className="mt-2">
          {WEBHOOK_EVENTS.map((event) => (
            <EventDetails key={event} event={event} />
          ))}
        </div>
      </section>
    </div>
  );
}
