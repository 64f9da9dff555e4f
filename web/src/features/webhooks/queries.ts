import { queryOptions } from '@tanstack/react-query';
import * as z from 'zod';
import {
  type DeliveryAnswer,
  deliveryAnswer,
  webhookAnswer,
  webhookCreated,
  type webhookRequest,
} from '../../../../domain/webhooks/schema.ts';
import { api } from '../../lib/api/api.ts';

const PENDING_MS = 5_000;

export const webhooksKey = (address: string) => ['webhooks', address];

export function webhooksQuery(address: string) {
  return queryOptions({
    queryKey: webhooksKey(address),
    queryFn: ({ signal }) => api.get('/webhooks', z.array(webhookAnswer), signal),
  });
}

export const createWebhook = async (request: z.output<typeof webhookRequest>) =>
  (await api.post('/webhooks', request, webhookCreated)).data;

export const deleteWebhook = (id: string): Promise<unknown> => api.delete(`/webhooks/${id}`, z.unknown());

export const deliveriesKey = (address: string, id: string) => ['webhooks', address, id, 'deliveries'];

export function deliveriesQuery(address: string, id: string) {
  return queryOptions({
    queryKey: deliveriesKey(address, id),
    queryFn: ({ signal }): Promise<DeliveryAnswer[]> =>
      api.get(`/webhooks/${id}/deliveries`, z.array(deliveryAnswer), signal),
    refetchInterval: ({ state }) =>
      state.data?.some((delivery) => delivery.state === 'pending') ? PENDING_MS : false,
  });
}

export const redeliver = async (webhookId: string, deliveryId: string): Promise<DeliveryAnswer> =>
  (await api.post(`/webhooks/${webhookId}/deliveries/${deliveryId}/redeliver`, {}, deliveryAnswer)).data;
