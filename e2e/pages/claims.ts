import type { Page } from '@playwright/test';

/** The claim form, and the upload that it shares with the claim page. */
export class ClaimPage {
  constructor(readonly page: Page) {}

  get files() {
    return this.page.getByLabel('Drop files here, or choose them');
  }

  get review() {
    return this.page.getByRole('button', { name: 'Continue to Review' });
  }

  get submit() {
    return this.page.getByRole('button', { name: 'Submit Claim' });
  }

  /** Describes an incident of today on the policy that is already selected. */
  async fill(loss: { amount: string; description: string }): Promise<void> {
    await this.fillDate();
    await this.fillLoss(loss);
  }

  /** Says that it happened today. */
  async fillDate(): Promise<void> {
    const today = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;
    await this.page.getByLabel('Date of incident').fill(new Date().toLocaleDateString('en-US', today));
  }

  async fillLoss({ amount, description }: { amount: string; description: string }): Promise<void> {
    await this.page.getByLabel('Estimated claim amount').fill(amount);
    await this.page.getByLabel('Detailed description').fill(description);
  }
}
