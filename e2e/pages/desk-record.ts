import { expect, type Page } from '@playwright/test';

/** The demo accounts that hold the contract's roles, as the wallet's dialog names them. */
export type Role = 'Administrator' | 'Guardian' | 'Claims' | 'Underwriter';

/** Sending a prepared transaction from the desk with the wallet that holds the role. */
export class RoleWallet {
  constructor(private readonly page: Page) {}

  get dialog() {
    return this.page.getByRole('dialog', { name: 'Connect Your Wallet' });
  }

  /** Connects the demo wallet as a role; `Use Another Account` when another role is connected. */
  async connect(
    role: Role,
    button: 'Connect Wallet' | 'Use Another Account' = 'Connect Wallet',
  ): Promise<void> {
    await this.page.getByRole('button', { name: button, exact: true }).click();
    await this.dialog.getByRole('button', { name: 'Demo Wallet' }).click();
    await this.dialog.getByRole('button', { name: new RegExp(`^${role}`) }).click();
    await expect(this.dialog).toBeHidden();
  }
}

/** A record's panel beside its list, with the bar of actions at its end. */
export class DeskRecord {
  readonly wallet: RoleWallet;

  constructor(
    readonly page: Page,
    private readonly list: 'claims' | 'policies',
    private readonly label: 'Claim' | 'Policy',
  ) {
    this.wallet = new RoleWallet(page);
  }

  async open(id: number): Promise<void> {
    await this.page.goto(`/admin/${this.list}?open=${id}`);
  }

  get panel() {
    return this.page.getByRole('region', { name: this.label, exact: true });
  }

  /** The record's status, beside its number. */
  status(label: string) {
    return this.panel.locator('header').getByText(label, { exact: true });
  }

  get bar() {
    return this.panel.getByRole('region', { name: 'Actions' });
  }

  action(name: string) {
    return this.bar.getByRole('button', { name, exact: true });
  }

  field(label: string) {
    return this.bar.getByLabel(label, { exact: true });
  }

  row(number: string) {
    return this.page.getByRole('row', { name: new RegExp(`^${number},`) });
  }
}
