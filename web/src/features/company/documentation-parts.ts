/** A sentence for every event of the contract. A test compares the names with the ABI. */
export const CONTRACT_EVENTS = {
  PolicyPurchased:
    'A premium was paid and a policy created: the whole quote with its first day and its validity, what is covered from when to when, and the details hash.',
  ClaimPaid:
    'A claim was paid: its number, dollars, amount, when the incident happened, and whether the payout was announced before.',
  PremiumRefunded:
    'A policy was rejected or canceled: the premium, how much of it was given back, the end of the cover, which is its start when the cover is void, and until when the consent was valid by which it was canceled.',
  CancellationConsented: 'A holder agreed on chain to a refund, until a certain time.',
  ConsentRevoked: 'A holder revoked the consents that are valid up to a certain time.',
  PaymentOwed:
    'A payment could not be delivered to a holder, or it is contested who the holder is. Withdrawals cannot touch it.',
  OwedPaid: 'The holder has pulled what was owed.',
  HolderChangeProposed:
    'Another wallet was proposed for a policy whose holder lost theirs, and when the proposal lapses.',
  HolderChangeConfirmed:
    'The administrator, or after an objection one of administrator and guardian, agreed; from when it can be completed.',
  HolderChangeContested: 'The holder objected, which revoked the confirmations.',
  HolderChangeStopped: 'A change of holder was ended without effect.',
  HolderChanged: 'The policy has another holder.',
  PoolFunded: 'Capital came in.',
  CapitalWithdrawn: 'The treasurer took out capital that was neither owed nor reserved, as announced.',
  CurrencyAdded: 'A currency was listed.',
  CurrencyAcceptanceChanged: 'A currency was opened or closed to new sales.',
  LimitsChanged:
    'The limits of a currency were set: the minimum and maximum that a claim pays per dollar, the reserve that a withdrawal has to leave, and what claims can pay in a day without an announcement.',
  CallAnnounced:
    'A call that raises risk was announced, word for word (of a payout all but its amount); from when to when it can be made.',
  AnnouncedCallExecuted: 'An announced call was made.',
  AnnouncementVetoed: 'An announcement was removed before its call was made.',
  AllAnnouncementsVetoed:
    'The guardian removed every announced call except the replacement of the guardian and a recovery.',
  RoleChanged:
    'A role has another holder, or with the zero address none. What was announced in that role is void; with another guardian, everything that was announced but a recovery.',
  PauseChanged: 'Sales were stopped or opened again.',
  PayoutsHalted: 'Payouts were halted until a certain time, at most three days ahead.',
  HaltLifted: 'The guardian ended the halt of payouts.',
} as const;

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
