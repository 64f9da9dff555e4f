import { SAMPLES } from '../../../../domain/products/forms/samples.ts';

/** One step of the examples in both languages. Each step builds on the previous ones. */
export interface Example {
  id: string;
  title: string;
  text: string;
  typescript: string;
  shell: string;
}

export const LANGUAGES = ['typescript', 'shell'] as const;
export type Language = (typeof LANGUAGES)[number];
export const LANGUAGE_LABELS: Readonly<Record<Language, string>> = {
  typescript: 'TypeScript with viem',
  shell: 'curl',
};

const HOME = Object.entries(SAMPLES.home);
/** The sample home as TypeScript and as JSON, a field a line. */
const DETAILS_TS = HOME.map(
  ([name, value]) => `  ${name}: ${typeof value === 'number' ? value : `'${value}'`},`,
).join('\n');
const DETAILS_JSON = HOME.map(([name, value]) => `      "${name}": ${JSON.stringify(value)}`).join(',\n');

/** A customer's steps from sign-in to claim. An end-to-end test runs them unchanged. @param api base URL of the API */
export function examplesFor(api: string): readonly Example[] {
  return [
    {
      id: 'sign-in',
      title: 'Sign in',
      text: 'The server creates the text, your wallet signs it, and you get a token for 24 hours. The text works once, within five minutes.',
      typescript: `import { createPublicClient, createWalletClient, http, type Hex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';

const API = process.env.API_URL ?? '${api}';
const account = privateKeyToAccount(process.env.PRIVATE_KEY as Hex);
const transport = http(process.env.RPC_URL);
let token = '';

/** Answers come as {success, data}, refusals as {success, code, message, request_id}. */
async function call(method: string, path: string, body?: unknown) {
  const response = await fetch(API + path, {
    method,
    headers: {
      ...(body ? { 'content-type': 'application/json' } : {}),
      ...(token ? { authorization: \`Bearer \${token}\` } : {}),
    },
    body: body ? JSON.stringify(body) : undefined,
  });
  const answer = await response.json();
  if (!answer.success) throw new Error(\`\${answer.message} (\${answer.code}, \${answer.request_id})\`);
  return answer.data;
}

const [chain] = (await call('GET', '/config')).chains;
const { address } = account;
const { message } = await call('POST', '/auth/nonce', {
  kind: 'evm',
  address,
  chain_id: chain.chain_id,
});
const signature = await account.signMessage({ message });
token = (await call('POST', '/auth/verify', { kind: 'evm', address, message, signature })).token;`,
      shell: `# needs jq, and cast of Foundry for the wallet's part
API=${api}
ADDRESS=$(cast wallet address --private-key "$PRIVATE_KEY")
CHAIN=$(curl -s "$API/config" | jq '.data.chains[0].chain_id')

MESSAGE=$(curl -s "$API/auth/nonce" -H 'content-type: application/json' \\
  -d '{"kind":"evm","address":"'$ADDRESS'","chain_id":'$CHAIN'}' | jq -r .data.message)
SIGNATURE=$(cast wallet sign --private-key "$PRIVATE_KEY" "$MESSAGE")

TOKEN=$(jq -n --arg a "$ADDRESS" --arg m "$MESSAGE" --arg s "$SIGNATURE" \\
    '{kind: "evm", address: $a, message: $m, signature: $s}' |
  curl -s "$API/auth/verify" -H 'content-type: application/json' -d @- | jq -r .data.token)`,
    },
    {
      id: 'quote',
      title: 'Get a quote',
      text: 'A quote is priced, stored and signed for your wallet, and can be bought for 30 minutes. The premium is in whole dollars, the amount in base units of the currency, as text.',
      typescript: `const day = (fromToday: number) =>
  new Date(Date.now() + fromToday * 86_400_000).toISOString().slice(0, 10);

const details = {
${DETAILS_TS}
};
const term = { policy_start_date: day(0), policy_end_date: day(365) };

const quote = await call('POST', '/insurance/quotes', {
  insurance_type: 'home',
  wallet_address: address,
  chain_id: chain.chain_id,
  payment_currency: 'ETH',
  email: '${SAMPLES.home.property_owner_email}',
  details,
  ...term,
});
console.log(\`\${quote.premium_usd} dollars, \${quote.amount} wei, until \${quote.valid_until}\`);`,
      shell: `START=$(date -u +%F)
END=$(date -u -d '+365 days' +%F)

QUOTE=$(curl -s "$API/insurance/quotes" \\
  -H "authorization: Bearer $TOKEN" -H 'content-type: application/json' \\
  -d '{
    "insurance_type": "home",
    "wallet_address": "'$ADDRESS'",
    "chain_id": '$CHAIN',
    "payment_currency": "ETH",
    "email": "${SAMPLES.home.property_owner_email}",
    "policy_start_date": "'$START'",
    "policy_end_date": "'$END'",
    "details": {
${DETAILS_JSON}
    }
  }' | jq .data)
echo "$QUOTE" | jq '{premium_usd, amount, valid_until}'`,
    },
    {
      id: 'pay',
      title: 'Pay',
      text: 'payment is a transaction request ready to send: to, data and value. Send it as it is. For a token, approval names what the contract must be allowed to take first.',
      typescript: `const { to, data, value } = quote.payment;
const wallet = createWalletClient({ account, transport });
const hash = await wallet.sendTransaction({ chain: null, to, data, value: BigInt(value) });
await createPublicClient({ transport }).waitForTransactionReceipt({ hash });`,
      shell: `HASH=$(cast send "$(echo "$QUOTE" | jq -r .payment.to)" "$(echo "$QUOTE" | jq -r .payment.data)" \\
  --value "$(echo "$QUOTE" | jq -r .payment.value)" \\
  --private-key "$PRIVATE_KEY" --rpc-url "$RPC_URL" --json | jq -r .transactionHash)`,
    },
    {
      id: 'report',
      title: 'Report the payment',
      text: 'The worker reads the receipt itself. 201 and 200 return the policy; 202 means that the block is too recent, and the policy will appear automatically. Reporting again does no harm, and nothing is lost if you never report.',
      typescript: `const policy = await call('POST', '/insurance/home-quote', {
  wallet_address: address,
  tx_hash: hash,
  chain_id: chain.chain_id,
  quote_id: quote.quote_id,
});
console.log(policy.policy_number, policy.status);`,
      shell: `curl -s "$API/insurance/home-quote" \\
  -H "authorization: Bearer $TOKEN" -H 'content-type: application/json' \\
  -d '{
    "wallet_address": "'$ADDRESS'",
    "tx_hash": "'$HASH'",
    "chain_id": '$CHAIN',
    "quote_id": '"$(echo "$QUOTE" | jq .quote_id)"'
  }' | jq .data`,
    },
    {
      id: 'list',
      title: 'List your policies',
      text: 'Newest first, at most 200; before takes the id of the last one you have.',
      typescript: `const policies = await call('GET', \`/insurance/active-policies/\${address}\`);
for (const { id, policy_number, status } of policies) console.log(id, policy_number, status);`,
      shell: `POLICIES=$(curl -s "$API/insurance/active-policies/$ADDRESS" -H "authorization: Bearer $TOKEN")
echo "$POLICIES" | jq '.data[] | {id, policy_number, status}'`,
    },
    {
      id: 'claim',
      title: 'Make a claim',
      text: 'For an incident within the cover. Documents follow as multipart form data: JPEG, PNG or PDF, at most 10 MB each.',
      typescript: `const claim = await call('POST', '/claims/submit', {
  wallet_address: address,
  policy_type: 'home',
  policy_id: policies[0].id,
  claim_amount: 4200.5,
  incident_date: day(0),
  description: 'A pipe burst in the kitchen and soaked the floor.',
});
console.log(claim.claim_number, claim.status);`,
      shell: `curl -s "$API/claims/submit" \\
  -H "authorization: Bearer $TOKEN" -H 'content-type: application/json' \\
  -d '{
    "wallet_address": "'$ADDRESS'",
    "policy_type": "home",
    "policy_id": '"$(echo "$POLICIES" | jq '.data[0].id')"',
    "claim_amount": 4200.5,
    "incident_date": "'$(date -u +%F)'",
    "description": "A pipe burst in the kitchen and soaked the floor."
  }' | jq .data`,
    },
  ];
}
