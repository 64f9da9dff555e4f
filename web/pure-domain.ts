import type { Plugin, Rolldown } from 'vite';

type Program = ReturnType<Rolldown.PluginContext['parse']>;
type Variable = Extract<Program['body'][number], { type: 'VariableDeclaration' }>;
type Expression = NonNullable<Variable['declarations'][number]['init']>;

/** What needs no mark: it does nothing until somebody uses it. */
const HARMLESS = /^(Literal|TemplateLiteral|Identifier|ArrowFunctionExpression|FunctionExpression)$/;
/** What a browser reads of a call of the contract. */
const READ = 'answers';

/**
 * Lets a page leave out the constants of `domain` that it doesn't use, and of the calls that it makes all but their answers.
 * Domain is pure, but no bundler can know it of `z.object(…).optional()`, so that one call of the contract would bring all
 * the others with their schemas.
 */
export function pureDomain(): Plugin {
  return {
    name: 'mooring:pure-domain',
    apply: 'build',
    transform(code, id) {
      if (!/\/domain\/.*\.ts$/.test(id)) return null;
      const inits = this.parse(code).body.flatMap((statement) => {
        const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
        if (declared?.type !== 'VariableDeclaration') return [];
        return declared.declarations.flatMap(({ init }) => (init && !HARMLESS.test(init.type) ? [init] : []));
      });
      return inits.reduceRight(
        (text, init) =>
          `${text.slice(0, init.start)}/* @__PURE__ */ (() => (${textOf(init, code)}))()${text.slice(init.end)}`,
        code,
      );
    },
  };
}

/** The expression; a call of the contract without what only the worker reads. */
function textOf(init: Expression, code: string): string {
  const [id, line, declared] =
    init.type === 'CallExpression' && isNamed(init.callee, 'call') ? init.arguments : [];
  if (!id || !line || declared?.type !== 'ObjectExpression') return code.slice(init.start, init.end);
  const read = declared.properties.flatMap((each) =>
    each.type === 'Property' && isNamed(each.key, READ) ? [each] : [],
  );
  const descriptions = read
    .flatMap(({ value }) => (value.type === 'ObjectExpression' ? value.properties : []))
    .flatMap((each) => {
      const [schema, description] =
        each.type === 'Property' && each.value.type === 'CallExpression' ? each.value.arguments : [];
      // A file has no schema before its description.
      return description?.type === 'Literal' && schema?.type !== 'Literal' ? [description] : [];
    });
  const texts = read.map(({ start, end }) =>
    descriptions.reduceRight(
      (text, each) => text.slice(0, each.start - start) + text.slice(each.end - start),
      code.slice(start, end),
    ),
  );
  return `${code.slice(init.start, id.start)}0, ${code.slice(line.start, line.end)}, { ${texts.join()} })`;
}

const isNamed = (node: { type: string }, name: string) =>
  node.type === 'Identifier' && (node as { name?: string }).name === name;
