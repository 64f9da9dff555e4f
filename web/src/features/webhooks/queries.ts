import * as webhooksApi from '#domain/webhooks/api.ts';
import { api } from '#web/lib/api/api.ts';

const PENDING_MS = 5_000;

export const webhooksKey = (address: string) => ['webhooks', address];

export const webhooksQuery = (address: string) =>
  api.query(webhooksApi.listWebhooks, {}, { queryKey: webhooksKey(address) });

export const deliveriesKey = (address: string, id: string) => ['webhooks', address, id, 'deliveries'];

export const deliveriesQuery = (address: string, id: string) =>
  api.query(
    webhooksApi.listDeliveries,
    { id },
    {
      queryKey: deliveriesKey(address, id),
      refetchInterval: ({ state }) =>
        state.data?.some((delivery) => delivery.state === 'pending') ? PENDING_MS : false,
    },
  );
