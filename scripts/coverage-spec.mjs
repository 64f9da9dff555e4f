// npm run coverage:spec: lists the lines of the specification that no test of `npm test` names.
import { specCoverage } from './lib/spec-index.mjs';

const { lines, held } = specCoverage();
const missing = lines.filter(({ id }) => !held.has(id));
console.log(`${lines.length - missing.length} of ${lines.length} lines of the specification have a test.`);
for (const { id, text } of missing) console.log(`  ${id}  ${text}`);
