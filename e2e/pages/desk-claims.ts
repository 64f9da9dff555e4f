import type { Page } from '@playwright/test';
import { DeskRecord } from './desk-record.ts';

/** The desk's claims: the list, and the open claim as a case. */
export class DeskClaims extends DeskRecord {
  constructor(page: Page) {
    super(page, 'claims', 'Claim');
  }

  document(name: string) {
    return this.panel
      .getByRole('list', { name: 'Supporting documents' })
      .getByRole('button', { name: new RegExp(`^${name}`) });
  }

  /** A drawn document: an image by its name, a PDF's canvas by its name and page. */
  drawn(name: string) {
    return this.panel.getByRole('img', { name, exact: true });
  }

  /** Lines of the decision and its payment. */
  get decision() {
    return this.panel.getByRole('region', { name: 'Decision and payment' });
  }

  async choose(label: string, option: string): Promise<void> {
    await this.bar.getByRole('combobox', { name: label }).click();
    await this.page.getByRole('option', { name: option, exact: true }).click();
  }
}

/** The contract's screen: what is announced, and the form of what is about to be sent. */
export class DeskContract {
  constructor(readonly page: Page) {}

  /** The announced payout of a policy. */
  announced(quoteId: string) {
    return this.page.getByRole('listitem').filter({ hasText: `policy ${quoteId} ` });
  }

  get form() {
    return this.page.getByRole('region', { name: 'What you are about to do' });
  }
}
