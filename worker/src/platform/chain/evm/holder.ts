import { decodeFunctionResult, encodeFunctionData, getAddress, type Hex, isAddress } from 'viem';
import { insurancePaymentAbi } from '#domain/abi/insurance-payment.ts';
import { type Rpc, understood } from '#domain/json-rpc.ts';
import type { ChainRole } from '#domain/registry/chain-roles.ts';
import {
  CallRefused,
  type HolderChange,
  type HolderStep,
  type PreparedStep,
} from '#worker/platform/chain/chain.ts';
import type { Registered } from '#worker/platform/chain/terms.ts';
import { bytes, read } from './pool.ts';
import { simulated, tryOut } from './service.ts';

const abi = insurancePaymentAbi;

/** The change of holder under way on a policy; null if there is none. */
export async function readHolderChange(rpc: Rpc, { id, contract }: Registered): Promise<HolderChange | null> {
  const data = encodeFunctionData({ abi, functionName: 'holderChangeOf', args: [id as Hex] });
  const [answer] = await rpc.all([read(contract, data)]);
  const change = understood(() =>
    decodeFunctionResult({ abi, functionName: 'holderChangeOf', data: bytes(answer) }),
  );
  if (change.lapsesAt === 0n) return null;
  return {
    newHolder: change.newHolder.toLowerCase(),
    lapsesAt: Number(change.lapsesAt),
    effectiveAt: change.effectiveAt === 0n ? null : Number(change.effectiveAt),
    contested: change.contested,
    confirmedBy: [
      ...(change.administratorConfirmed ? (['administrator'] as const) : []),
      ...(change.guardianConfirmed ? (['guardian'] as const) : []),
    ],
  };
}

/** Seconds that a change of holder waits once it is confirmed, as this contract was deployed. */
export async function readHolderChangeDelay(rpc: Rpc, contract: string): Promise<number> {
  const [answer] = await rpc.all([read(contract, encodeFunctionData({ abi, functionName: 'delays' }))]);
  const { holderChange } = understood(() =>
    decodeFunctionResult({ abi, functionName: 'delays', data: bytes(answer) }),
  );
  return holderChange;
}

/** Who may take the step, by the contract's power table and what was confirmed. */
function rolesFor(step: HolderStep, change: HolderChange | null): readonly ChainRole[] {
  const contested = change?.contested ?? false;
  if (step === 'propose') return ['underwriter'];
  if (step === 'complete') return [];
  if (step === 'stop') {
    const decided = contested || (change !== null && change.confirmedBy.length > 0);
    return decided ? ['administrator', 'guardian'] : ['underwriter', 'administrator', 'guardian'];
  }
  const open = (['administrator', 'guardian'] as const).filter((role) => !change?.confirmedBy.includes(role));
  return contested && open.length > 0 ? open : ['administrator'];
}

function callOf(id: Hex, step: HolderStep, newHolder: string): Hex {
  if (step === 'complete')
    return encodeFunctionData({ abi, functionName: 'completeHolderChange', args: [id] });
  if (step === 'stop') return encodeFunctionData({ abi, functionName: 'stopHolderChange', args: [id] });
  // A mistyped address fails its checksum here, before it could take a policy away.
  if (!isAddress(newHolder)) throw new CallRefused('InvalidHolder');
  const functionName = step === 'propose' ? 'proposeHolderChange' : 'confirmHolderChange';
  return encodeFunctionData({ abi, functionName, args: [id, getAddress(newHolder)] });
}

/** A step simulated on the newest block for each role that may take it; those that would revert are left out. */
export async function prepareHolderStep(
  rpc: Rpc,
  chainId: number,
  quote: Registered,
  step: HolderStep,
  newHolder: string,
): Promise<PreparedStep> {
  const { id, contract } = quote;
  const own = { chainId, to: contract, data: callOf(id as Hex, step, newHolder) };
  const roles = rolesFor(step, await readHolderChange(rpc, quote));
  if (roles.length === 0) return { ...(await simulated(rpc, own)), roles };
  const tried = await Promise.allSettled(roles.map((role) => tryOut(rpc, own, role)));
  const call = tried.find((each) => each.status === 'fulfilled');
  if (!call) throw (tried[0] as PromiseRejectedResult).reason;
  return { ...call.value, roles: roles.filter((_, index) => tried[index]?.status === 'fulfilled') };
}
