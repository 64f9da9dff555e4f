import { configure } from '@testing-library/react';

// On a loaded machine the first lazy chunk of a screen can take seconds; the default timeout is one second.
configure({ asyncUtilTimeout: 15_000 });
