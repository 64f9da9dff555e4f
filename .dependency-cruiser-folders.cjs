// No two folders need each other. Tests are left out: they may use whatever makes their set-up short.
const { options } = require('./.dependency-cruiser.cjs');

module.exports = {
  forbidden: [
    {
      name: 'no-folder-circles',
      comment: 'Two folders that need each other are one folder, or need a third.',
      severity: 'error',
      scope: 'folder',
      from: {},
      to: { circular: true },
    },
  ],
  options: {
    ...options,
    exclude: {
      path: [...options.exclude.path, '\\.(test|fixture)\\.tsx?$', '^(web|worker)/test/', 'vitest\\.config'],
    },
  },
};
