/** Claims as customers and administrators see them, and files built byte by byte. */

import { crc32 } from 'node:zlib';
import { HonoRequest } from 'hono/request';
import type { ClaimStatus } from '#domain/claims/lifecycle.ts';
import type { ClaimAnswer, ClaimDetailAnswer } from '#domain/claims/schema.ts';
import { supportSlots } from '#domain/support/hours.ts';
import { insured } from './desk.ts';
import {
  type Answer,
  type Call,
  type Customer,
  chain,
  type LocalChain,
  ORIGIN,
  type Reach,
  rows,
} from './harness.ts';
import { real } from './reach.ts';

/** Sets a claim's status as a step does, which moves its policy's version. */
export const setClaimStatus = async (id: number, status: ClaimStatus): Promise<void> => {
  await rows('UPDATE claims SET status = ? WHERE id = ?', status, id);
  await rows(
    'UPDATE policies SET version = version + 1 WHERE id = (SELECT policy_id FROM claims WHERE id = ?)',
    id,
  );
};

type Policy = Awaited<ReturnType<typeof insured>>['policy'];

export const claimBody = (
  policy: Pick<Policy, 'id' | 'policy_type'>,
  changes: Record<string, unknown> = {},
) => ({
  policy_id: policy.id,
  policy_type: policy.policy_type,
  claim_amount: 5000,
  description: 'A pipe burst under the kitchen and the floor is ruined.',
  incident_date: new Date().toISOString().slice(0, 10),
  documents_count: 0,
  ...changes,
});

export const submit = (
  customer: Customer,
  policy: Pick<Policy, 'id' | 'policy_type'>,
  changes: Record<string, unknown> = {},
  options: Call = {},
  reach?: Reach,
): Promise<Answer<ClaimAnswer>> =>
  customer.call<ClaimAnswer>('/claims/submit', { body: claimBody(policy, changes), ...options }, reach);

/** The first support slot at least `ahead` milliseconds from now. */
export function callTime(ahead = 60_000): string {
  const from = Date.now() + ahead;
  return new Date(supportSlots(from, from + 4 * 86_400_000)[0] ?? 0).toISOString();
}

export const claimDetail = async (customer: Customer, id: number) =>
  (await customer.call<ClaimDetailAnswer>(`/claims/detail/${id}`)).data;

/** A signed-in wallet with an active policy and a claim on it. */
export async function claimed(
  changes: Record<string, unknown> = {},
  options: { policy?: Record<string, unknown>; on?: LocalChain } = {},
) {
  const { customer, policy } = await insured(options.policy ?? {}, options.on ?? chain);
  const { data: claim } = await submit(customer, policy, changes);
  return { customer, policy, claim };
}

export const eventKinds = (claimId: number) =>
  rows<{ kind: string }>('SELECT kind FROM claim_timeline WHERE claim_id = ? ORDER BY id', claimId).then(
    (lines) => lines.map(({ kind }) => kind),
  );

export interface Message {
  sender: string;
  admin_id: number | null;
  text: string;
}

export const messagesOf = (claimId: number) =>
  rows<Message>(
    `SELECT m.sender, m.admin_id, m.text FROM thread_messages m JOIN threads t ON t.id = m.thread_id
      WHERE t.claim_id = ? ORDER BY m.id`,
    claimId,
  );

export const threadOf = async (claimId: number) => {
  const found = await rows<Record<string, unknown>>('SELECT * FROM threads WHERE claim_id = ?', claimId);
  if (found.length !== 1) throw new Error(`The claim has ${found.length} threads`);
  return found[0] as Record<string, unknown>;
};

export interface TestFile {
  name: string;
  bytes: Uint8Array<ArrayBuffer> | string;
  type?: string;
}

/** A form with arbitrary field names. */
function formOf(files: readonly TestFile[]): FormData {
  const form = new FormData();
  for (const [index, { name, bytes, type }] of files.entries()) {
    form.append(`field ${index}`, new File([bytes], name, { type: type ?? 'text/plain' }));
  }
  return form;
}

/** A request with these files, as a use case gets it. */
export const requestOf = (files: readonly TestFile[]) =>
  new HonoRequest(new Request(ORIGIN, { method: 'POST', body: formOf(files) }));

/** Sends files as a browser does. */
export async function upload<Data>(
  customer: Pick<Customer, 'token'>,
  claimId: number,
  files: readonly TestFile[],
  reach: Reach = real,
): Promise<Answer<Data>> {
  const response = await reach(
    new Request(`${ORIGIN}/api/claims/${claimId}/documents`, {
      method: 'POST',
      headers: { authorization: `Bearer ${customer.token}` },
      body: formOf(files),
    }),
  );
  const answer = (await response.json()) as Omit<Answer<Data>, 'status' | 'headers'>;
  return { ...answer, status: response.status, headers: response.headers };
}

const ascii = (text: string) => new TextEncoder().encode(text);

export function join(...parts: readonly (Uint8Array | string | number[])[]): Uint8Array<ArrayBuffer> {
  const all = parts.map((part) => (typeof part === 'string' ? ascii(part) : Uint8Array.from(part)));
  const bytes = new Uint8Array(all.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of all) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

const uint32 = (value: number) => [value >>> 24, (value >>> 16) & 0xff, (value >>> 8) & 0xff, value & 0xff];

function pngChunk(type: string, data: Uint8Array | string = ''): Uint8Array<ArrayBuffer> {
  const body = join(type, data);
  return join(uint32(body.length - 4), body, uint32(crc32(body)));
}

/** A picture of one gray pixel; `salt` makes a different file. */
export const png = (salt: string | number = '') =>
  join(
    [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
    pngChunk('IHDR', join(uint32(1), uint32(1), [8, 0, 0, 0, 0])),
    pngChunk('tEXt', `Comment\0${salt}`),
    pngChunk('IDAT', join([0x78, 0x9c, 0x63, 0x60, 0, 0, 0, 2, 0, 1])),
    pngChunk('IEND'),
  );

const segment = (marker: number, data: readonly number[]) => [
  ...[0xff, marker],
  ...[(data.length + 2) >> 8, (data.length + 2) & 0xff],
  ...data,
];

export const jpeg = (salt = '') =>
  join(
    [0xff, 0xd8],
    segment(0xe0, [0x4a, 0x46, 0x49, 0x46, 0, 1, 1, 0, 0, 1, 0, 1, 0, 0]),
    segment(0xfe, [...ascii(salt)]),
    segment(0xc0, [8, 0, 1, 0, 1, 1, 1, 0x11, 0]),
    [...segment(0xda, [1, 1, 0, 0, 63, 0]), 0x3f, 0xff, 0x00, 0xff, 0xd0, 0x12],
    [0xff, 0xd9],
  );

export const pdf = (content = '1 0 obj\n<< /Type /Catalog >>\nendobj\n') =>
  join(
    `%PDF-1.7\n${content}xref\n0 1\n0000000000 65535 f \ntrailer\n<< /Size 1 /Root 1 0 R >>\nstartxref\n9\n%%EOF\n`,
  );

/** An empty archive: its end-of-directory record alone. */
export const zip = () => join('PK\x05\x06', new Uint8Array(18));
