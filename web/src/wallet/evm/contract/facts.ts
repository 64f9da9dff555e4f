/** What a form or a sentence has to know about a token to show amounts in it. */
export interface TokenFacts {
  token: string;
  symbol: string;
  decimals: number;
}
