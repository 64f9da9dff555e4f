import * as z from 'zod';
import { EVENT_DATA } from '../../../../domain/webhooks/schema.ts';

/** The data of each event as JSON Schema. The build evaluates this module and keeps what it exports. */
export const WEBHOOK_SCHEMAS = Object.fromEntries(
  Object.entries(EVENT_DATA).map(([event, schema]) => [event, z.toJSONSchema(schema)]),
);
