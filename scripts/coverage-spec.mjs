// npm run coverage:spec: lists the lines of the specification that no test names.
import { specCoverage } from './lib/spec-index.mjs';

const { lines, named } = specCoverage();
const missing = lines.filter(({ id }) => !named.has(id));
console.log(`${lines.length - missing.length} of ${lines.length} lines of the specification have a test.`);
for (const { id, text } of missing) console.log(`  ${id}  ${text}`);
