/** Recomputes a policy's details hash from the file in its certificate. A test runs it against the real rule. */
export const PROOF_CODE = `import { readFileSync } from 'node:fs';
import { concat, keccak256, stringToBytes } from 'viem';

// Sorted keys, no white space, text in Unicode NFC.
function canonical(value) {
  if (typeof value === 'string') return JSON.stringify(value.normalize('NFC'));
  if (Array.isArray(value)) return \`[\${value.map(canonical).join(',')}]\`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const keys = Object.keys(value).sort();
  return \`{\${keys.map((key) => \`\${JSON.stringify(key)}:\${canonical(value[key])}\`).join(',')}}\`;
}

const part = (value) => keccak256(stringToBytes(canonical(value)));
const proof = JSON.parse(readFileSync('mooring-POL-001-details.json', 'utf8'));
const hash = keccak256(concat([proof.details_salt, part(proof.insured), part(proof.wording)]));

console.log(hash === proof.details_hash ? 'The details are the insured ones.' : 'They are not.');
`;

/** Asks the registry with Foundry's cast, without any of our code. */
export const REGISTRY_CODE = `RPC=https://…        # a node of the network that you trust
CONTRACT=0x…         # from /deployment.json; older policies stay in older contracts
ID=0x…               # the policy's id, on its certificate

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
