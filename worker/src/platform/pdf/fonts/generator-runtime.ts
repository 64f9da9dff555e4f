/** State that a generator compiled to ES5 keeps between steps. */
interface Step {
  prev: number;
  next: number | 'end';
  stop(): void;
}

/**
 * The part of the regenerator runtime that the font library's one compiled generator expects as a global;
 * it finds syllables in Devanagari, Khmer and similar scripts. The library's build uses the global without
 * shipping it.
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
