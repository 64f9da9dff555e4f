import type { Page } from '@playwright/test';

/** The dialog that shows a cancellation's refund and asks the wallet for one signature. */
export class CancelDialog {
  constructor(
    private readonly page: Page,
    private readonly policyNumber: string,
  ) {}

  get dialog() {
    return this.page.getByRole('dialog', { name: `Cancel ${this.policyNumber}` });
  }

  get sign() {
    return this.dialog.getByRole('button', { name: 'Sign and cancel' });
  }
}
