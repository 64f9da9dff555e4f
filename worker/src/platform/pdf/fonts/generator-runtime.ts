/** What a generator compiled to ES5 keeps between its steps. */
interface Step {
  prev: number;
  next: number | 'end';
  stop(): void;
}

/**
 * The part of the regenerator runtime that the font library's one compiled generator expects as a global (it finds the
 * syllables of Devanagari, Khmer and their like). The library's build names the global without bringing it.
 */
export function provideGeneratorRuntime(): void {
  const scope = globalThis as { regeneratorRuntime?: unknown };
  scope.regeneratorRuntime ??= {
    mark: (generator: () => unknown) => generator,
    wrap: function* (step: (state: Step) => unknown) {
      let stopped = false;
      const state: Step = {
        prev: 0,
        next: 0,
        stop: () => {
          stopped = true;
        },
      };
      while (true) {
        const value = step(state);
        if (stopped) return;
        yield value;
      }
    },
  };
}
