import { encodeFunctionData, getAddress, type Hex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { insurancePaymentAbi } from '#domain/abi/insurance-payment.ts';
import { PRODUCTS } from '#domain/products/index.ts';
import { authorizationTypedData } from '#domain/quote/authorization.ts';
import { type ChainQuote, quoteId, quoteTypedData } from '#domain/quote/typed-data.ts';
import type { ChainConfig } from '#worker/platform/chain/config.ts';
import type { QuoteTerms, SignedQuote } from '#worker/platform/chain/terms.ts';
import { chainQuote } from './service.ts';

/** Signs the quote and prepares the purchase as a transaction request ready to send. */
export async function signQuote(config: ChainConfig, key: Hex, terms: QuoteTerms): Promise<SignedQuote> {
  const contract = getAddress(config.contract);
  const { token } = terms.currency;
  const quote = chainQuote({ ...terms, contract, token, productCode: PRODUCTS[terms.product].code });
  const typedData = quoteTypedData(config.chain_id, contract, quote);
  const signature = await privateKeyToAccount(key).signTypedData(typedData);
  const amount = quote.premium.toString();
  return {
    quoteId: quoteId(config.chain_id, contract, quote),
    signature,
    payment: {
      kind: 'evm',
      chain_id: config.chain_id,
      to: contract,
      data: encodeFunctionData({
        abi: insurancePaymentAbi,
        functionName: 'purchase',
        args: [quote, signature],
      }),
      value: token ? '0' : amount,
      typed_data: {
        domain: typedData.domain,
        types: typedData.types,
        primaryType: typedData.primaryType,
        message: { ...quote, premium: amount },
      },
      signature,
      approval: token ? { token: getAddress(token), spender: contract, amount } : null,
    },
    authorization: authorizationOf(config.chain_id, contract, quote, terms),
  };
}

function authorizationOf(
  chainId: number,
  contract: Hex,
  quote: ChainQuote,
  { currency }: QuoteTerms,
): SignedQuote['authorization'] {
  if (currency.authorization === null) return null;
  const { message, ...rest } = authorizationTypedData(chainId, contract, quote, currency.authorization);
  const { value, validAfter, validBefore } = message;
  return {
    ...rest,
    message: { ...message, value: `${value}`, validAfter: `${validAfter}`, validBefore: `${validBefore}` },
  };
}
