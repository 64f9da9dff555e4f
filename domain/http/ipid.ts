import { API_BASE } from './base.ts';

/** The product information document of a wording. Pages of text link to it, so it is spelled without the contract's schemas. */
export const ipidPath = (version: string): string => `${API_BASE}/insurance/ipid/${version}`;
