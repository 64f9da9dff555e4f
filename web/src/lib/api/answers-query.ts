import * as answersApi from '#domain/account/answers-api.ts';
import { api } from './api.ts';

/** What the signed-in wallet told us before; nothing without one. */
export const answersQuery = (address: string | null) =>
  api.query(
    answersApi.getKnownAnswers,
    {},
    { queryKey: ['known-answers', address], enabled: address !== null },
  );
