// Demo data: "Demo customer 2" of the local chain has bought a policy of each product, was paid for a claim, waits for another and
// has written to support, through the API as anybody would.
import { parseAbi } from 'viem';
import { mnemonicToAccount } from 'viem/accounts';
import { dayOf, formatDay } from '../../domain/days.ts';
import { sampleFor } from '../../domain/products/forms/samples.ts';
import { PRODUCT_KEYS, PRODUCTS } from '../../domain/products/index.ts';
import { CHAIN_ID, MNEMONIC } from './chain.mjs';
import { connect } from './wallet.mjs';

const CUSTOMER = 6;
const OWNER = { name: 'Grace Hopper', email: 'grace@example.com', telephone: '+1 202 555 0143' };

/** One policy of each product, paid in turn with both currencies. */
const PURCHASES = PRODUCT_KEYS.map((product, index) => ({
  insurance_type: product,
  payment_currency: index % 2 === 0 ? 'ETH' : 'USDC',
  days: PRODUCTS[product].defaultDays,
  details: sampleFor(product, OWNER),
}));

/** Calls the API at `api`, with the token of whoever signed in. Throws the API's message if a call is refused. */
const caller =
  (api, token) =>
  async (path, body, method = body ? 'POST' : 'GET') => {
    const answer = await fetch(`${api}${path}`, {
      method,
      headers: {
        ...(body ? { 'content-type': 'application/json' } : {}),
        ...(token ? { authorization: `Bearer ${token}` } : {}),
      },
      body: body ? JSON.stringify(body) : undefined,
    });
    const { success, data, message } = await answer.json();
    if (!success) throw new Error(`${path}: ${message}`);
    return data;
  };

async function signIn(api, account) {
  const call = caller(api);
  const { address } = account;
  const { message } = await call('/auth/nonce', { address, kind: 'evm', chain_id: CHAIN_ID });
  const signature = await account.signMessage({ message });
  const { token } = await call('/auth/verify', { kind: 'evm', address, message, signature });
  return Object.assign(caller(api, token), { address });
}

/** Submits a claim on the policy of that product. */
async function claim(call, product, claim_amount, description) {
  const policies = await call(`/insurance/active-policies/${call.address}`);
  const { id } = policies.find(({ policy_type }) => policy_type === product);
  const incident_date = formatDay(dayOf(Date.now()));
  const asked = { policy_id: id, policy_type: product, claim_amount, incident_date, description };
  return (await call('/claims/submit', asked)).id;
}

/** Approves a claim at the desk and pays it by `send`, which sends a prepared transaction. */
async function pay(desk, id, send) {
  await desk(`/claims/${id}/status`, { status: 'approved', admin_notes: 'Claim approved' }, 'PATCH');
  const { usd, ...payout } = await desk(`/claims/${id}/payout`, {});
  const transaction_hash = await send(payout);
  await desk(`/claims/${id}/payment`, { payout_amount: usd, payment_method: 'crypto', transaction_hash });
}

/** Makes two claims, of which one is paid, and writes to support. */
async function claimAndAsk(call, desk, send) {
  const dent = await claim(
    call,
    'car',
    1250,
    'A shopping cart rolled into the left rear door and dented it.',
  );
  await pay(desk, dent, send);
  await claim(
    call,
    'home',
    6400,
    'A storm took slates off the roof, and rain came through the ceiling of the upper bedroom.',
  );
  await call('/messages/create', {
    subject: 'Is a garden shed part of the home?',
    message: 'We have a wooden shed of about eight square meters behind the house. Is it covered as well?',
    type: 'general',
  });
}

/**
 * Buys the demo policies, makes the claims and pays one.
 * @param admin email address and password of an administrator
 * @param claimsRole the account that holds the contract's claims role, which the local chain signs for
 */
export async function seed({ api, rpcUrl, admin: { email, password }, claimsRole }) {
  const account = mnemonicToAccount(MNEMONIC, { addressIndex: CUSTOMER });
  const call = await signIn(api, account);
  const chain = connect(rpcUrl);
  const today = dayOf(Date.now());
  for (const { days, ...purchase } of PURCHASES) {
    const term = { policy_start_date: formatDay(today), policy_end_date: formatDay(today + days) };
    const { quote_id, payment } = await call('/insurance/quotes', {
      ...purchase,
      ...term,
      wallet_address: account.address,
      chain_id: CHAIN_ID,
      email: OWNER.email,
    });
    if (payment.approval) {
      const { token, spender, amount } = payment.approval;
      const abi = parseAbi(['function approve(address spender, uint256 value)']);
      const approve = { address: token, abi, functionName: 'approve', args: [spender, BigInt(amount)] };
      await chain.write(account, approve);
    }
    const hash = await chain.send(account, payment);
    await call(`/insurance/${purchase.insurance_type}-quote`, {
      wallet_address: account.address,
      tx_hash: hash,
      chain_id: CHAIN_ID,
      quote_id,
    });
  }
  const { token } = await caller(api)('/admin/auth/login', { email, password });
  await claimAndAsk(call, caller(`${api}/admin`, token), (payout) => chain.send(claimsRole, payout));
}
