import { configure, prettyDOM } from '@testing-library/react';
import * as React from 'react';

/** A failed query's error, which writes the page out only if somebody reads it: waiting throws one at each attempt. */
function elementError(message: string | null, container: Element) {
  const error = new Error();
  error.name = 'TestingLibraryElementError';
  let text: string | null = null;
  Object.defineProperty(error, 'message', {
    configurable: true,
    get() {
      text ??= [message, prettyDOM(container)].filter(Boolean).join('\n\n');
      return text;
    },
  });
  return error;
}

configure({
  // On a loaded machine the first lazy chunk of a screen can take seconds; the default timeout is one second.
  asyncUtilTimeout: 15_000,
  getElementError: elementError,
});

const { __CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE: internals } = React as unknown as {
  __CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE: object;
};
// React takes a stack trace of the first 10,000 elements in each second, which no test reads.
Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', { get: () => 10_000, set: () => {} });

// A select is tested as somebody meets it whose browser has its list. ui/select.test.tsx tests the others.
const { loadList } = await import('#web/ui/select.tsx');
await loadList();
