/** A customer's profile, as the API and the export show it. */
import type { ProfileAnswer } from '#domain/account/profile-schema.ts';
import { type Answer, type Customer, ORIGIN, type Reach } from './harness.ts';
import { real } from './reach.ts';

export function request(customer: Pick<Customer, 'token'>, path: string, init: RequestInit = {}): Request {
  return new Request(`${ORIGIN}/api${path}`, {
    ...init,
    headers: { authorization: `Bearer ${customer.token}`, ...init.headers },
  });
}

/** Uploads an avatar as a browser does. */
export async function putAvatar(
  customer: Pick<Customer, 'token'>,
  bytes: Uint8Array<ArrayBuffer> | string,
  reach: Reach = real,
): Promise<Answer<ProfileAnswer>> {
  const body = new FormData();
  body.append('file', new File([bytes], 'me.png', { type: 'image/png' }));
  const response = await reach(request(customer, '/profile/avatar', { method: 'PUT', body }));
  const answer = (await response.json()) as Omit<Answer<ProfileAnswer>, 'status' | 'headers'>;
  return { ...answer, status: response.status, headers: response.headers };
}

export const getAvatar = async (customer: Pick<Customer, 'token'>) =>
  real(request(customer, '/profile/avatar'));

export async function exported(customer: Pick<Customer, 'token'>, reach: Reach = real) {
  const response = await reach(request(customer, '/profile/export'));
  return { response, data: (await response.clone().json()) as Record<string, never> };
}
