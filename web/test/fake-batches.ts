import type { Hex } from 'viem';
import type { FakeContract } from './fake-contract.ts';
import type { FakeExtension } from './fake-extension.ts';

interface SendCalls {
  from: Hex;
  atomicRequired: boolean;
  calls: { to: Hex; data: Hex }[];
}

/** The part of a connected wallet that carries out several calls as one (EIP-5792). */
export class FakeBatches {
  atomic: 'supported' | 'ready' | 'unsupported' = 'supported';
  /** What it says and does about a batch that its owner confirmed. `some`: against the request, only the first call. */
  end: 'done' | 'waits' | 'dropped' | 'some' = 'done';
  /** What it throws when it is asked. */
  refusal: unknown = null;
  /** What it throws after its owner confirmed, so that nobody learns what it did. */
  lose: (() => unknown) | null = null;
  /** Until its owner confirms. */
  confirmed: Promise<void> = Promise.resolve();
  readonly asked: SendCalls[] = [];
  private hash: Hex | null = null;

  constructor(
    extension: FakeExtension,
    private readonly contract: FakeContract,
  ) {
    extension.answers.wallet_getCapabilities = () => ({ '0x539': { atomic: { status: this.atomic } } });
    extension.answers.wallet_sendCalls = async ([request]) => {
      this.asked.push(request as SendCalls);
      await this.confirmed;
      if (this.refusal !== null) throw this.refusal;
      if (this.lose !== null) throw this.lose();
      this.carryOut();
      return { id: `batch-${this.asked.length}` };
    };
    extension.answers.wallet_getCallsStatus = ([id]) => ({
      version: '2.0.0',
      id,
      chainId: '0x539',
      atomic: true,
      status: { done: 200, waits: 100, dropped: 400, some: 600 }[this.end],
      receipts: this.hash === null ? [] : [this.receipt(this.hash)],
    });
  }

  /** Carries out what it was asked for last, as far as it does. */
  carryOut(): void {
    const { from, calls } = this.asked.at(-1) as SendCalls;
    const made = { done: calls, some: calls.slice(0, 1), waits: [], dropped: [] }[this.end];
    if (made.length > 0) this.hash = this.contract.sendTogether(made.map((call) => ({ ...call, from })));
  }

  private receipt(transactionHash: Hex) {
    const block = { blockHash: transactionHash, blockNumber: '0x10', gasUsed: '0x1' };
    return { ...block, transactionHash, status: '0x1', logs: [] };
  }
}
