import { configure } from '@testing-library/react';

// A loaded machine can take seconds for the first lazy chunk of a screen; the default gives up after one.
configure({ asyncUtilTimeout: 15_000 });
