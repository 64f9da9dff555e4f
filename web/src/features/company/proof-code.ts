/** Checks each field in a certificate's file against the details hash. A test runs it against the real rule. */
export const PROOF_CODE = `import { readFileSync } from 'node:fs';
import { concat, encodeAbiParameters, keccak256, stringToBytes } from 'viem';

// Sorted keys, no white space, text in Unicode NFC.
function canonical(value) {
  if (typeof value === 'string') return JSON.stringify(value.normalize('NFC'));
  if (Array.isArray(value)) return \`[\${value.map(canonical).join(',')}]\`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const keys = Object.keys(value).sort();
  return \`{\${keys.map((key) => \`\${JSON.stringify(key)}:\${canonical(value[key])}\`).join(',')}}\`;
}

const leafTypes = [{ type: 'string' }, { type: 'string' }, { type: 'bytes32' }];
const leafOf = ({ name, value, salt }) =>
  keccak256(keccak256(encodeAbiParameters(leafTypes, [name, canonical(value), salt])));
const nodeOf = (a, b) => keccak256(concat(a < b ? [a, b] : [b, a]));

const { details_hash, fields, wording } = JSON.parse(readFileSync('mooring-POL-001-details.json', 'utf8'));
for (const field of fields) {
  const root = field.proof.reduce(nodeOf, leafOf(field));
  const said = \`\${field.name}: \${canonical(field.value)}\`;
  console.log(said, root === details_hash ? 'was part of the policy.' : 'was NOT part of the policy.');
}

const { digest } = fields.find(({ name }) => name === 'wording').value;
const read = keccak256(stringToBytes(canonical(wording)));
console.log(read === digest ? 'The wording is the accepted one.' : 'The wording is another one.');
`;

/** Asks the registry with Foundry's cast, without any of our code. */
export const REGISTRY_CODE = `RPC=https://…        # a node of the network that you trust
CONTRACT=0x…         # from /deployment.json; older policies stay in older contracts
ID=0x…               # the registry id, on its certificate

# holder, product, status, currency, start, end, cover, paid out, claims paid
cast call $CONTRACT \\
  "policyOf(bytes32)((address,uint8,uint8,address,uint64,uint64,uint32,uint32,uint16))" \\
  $ID --rpc-url $RPC

# in force at this moment?
cast call $CONTRACT "isInForce(bytes32,uint256)(bool)" $ID $(date +%s) --rpc-url $RPC
`;

export const EVENTS_CODE = `cast logs --address $CONTRACT --from-block 0 --rpc-url $RPC \\
  "PolicyPurchased(bytes32 indexed,address indexed,address,uint256,uint8,uint24,uint16,uint40,uint64,uint64,bytes32)"
`;
