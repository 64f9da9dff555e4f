import type { Locator, Page } from '@playwright/test';
import type { Credentials } from '../fixtures/admin.ts';

/** The login of the desk. */
export class DeskLogin {
  constructor(readonly page: Page) {}

  get heading() {
    return this.page.getByRole('heading', { name: 'Admin login' });
  }

  get email() {
    return this.page.getByLabel('Email');
  }

  get password() {
    return this.page.getByLabel('Password', { exact: true });
  }

  get code() {
    return this.page.getByLabel('Code');
  }

  get submit() {
    return this.page.getByRole('button', { name: 'Sign In' });
  }

  /** The demo's credentials, which are also filled in as soon as they are here. */
  get hint() {
    return this.page.getByText('Default credentials of this local demo').locator('..');
  }

  /** Why the sign-in was refused. */
  get problem() {
    return this.page.locator('form').getByRole('alert');
  }

  async signIn({ email, password }: Credentials): Promise<void> {
    // What is filled in between the selection and the typing would stay in the field.
    await this.hint.waitFor();
    await this.email.fill(email);
    await this.password.fill(password);
    await this.submit.click();
  }

  async enterCode(code: string): Promise<void> {
    await this.code.fill(code);
    await this.submit.click();
  }
}

/** What every screen of the desk has: the rail, the list and the panel of the open record. */
export class Desk {
  constructor(readonly page: Page) {}

  get rail() {
    return this.page.getByRole('navigation', { name: 'Desk' });
  }

  get logout() {
    return this.rail.getByRole('button', { name: 'Logout' });
  }

  heading(name: string) {
    return this.page.getByRole('heading', { name, level: 1 });
  }

  list(noun: string) {
    return this.page.getByRole('table', { name: noun });
  }

  panel(label: string) {
    return this.page.getByRole('region', { name: label, exact: true });
  }

  /** A button within a record that writes, beside those that only copy, close or move on. */
  writes(panel: Locator) {
    return panel.getByRole('button', {
      name: /Approve|Reject|Pay|Review|Refund|Change|Activate|Deactivate|Reveal|Add note|Ask for|Send/,
    });
  }

  async choose(label: string, option: string, within: Page | Locator = this.page): Promise<void> {
    await within.getByRole('combobox', { name: label, exact: true }).click();
    await this.page.getByRole('option', { name: option, exact: true }).click();
  }
}

/** The card with the second factor in the settings. */
export class SecondFactor {
  constructor(readonly page: Page) {}

  get card() {
    return this.page.getByRole('region', { name: 'Second factor' });
  }

  get qrCode() {
    return this.card.getByRole('img', { name: 'QR code for your authenticator app' });
  }

  get recoveryCodes() {
    return this.card.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  }

  button(name: string) {
    return this.card.getByRole('button', { name, exact: true });
  }

  /** The key beside the QR code, for typing in by hand. */
  async secret(): Promise<string> {
    const text = await this.card.getByText('Or enter this key by hand:').innerText();
    return text.replace('Or enter this key by hand:', '').trim();
  }
}

/** A customer's record at the desk. */
export class CustomerPanel {
  constructor(readonly panel: Locator) {}

  /** Adds a note about the account's status. */
  async note(text: string) {
    await this.bar.getByRole('button', { name: /^(Add a|Change the) note$/ }).click();
    await this.bar.getByLabel(/^Why is the account/).fill(text);
    await this.bar.getByRole('button', { name: 'Save Note' }).click();
  }

  /** Answers the form that the row's button opened. */
  async deactivate(reason: string) {
    await this.bar.getByLabel('Reason, for your colleagues').fill(reason);
    await this.button('Deactivate').click();
  }

  get status() {
    return this.panel.getByRole('region', { name: 'Status', exact: true });
  }

  badge(label: 'Active' | 'Inactive') {
    return this.panel.locator('header').getByText(label, { exact: true });
  }

  button(name: 'Activate' | 'Deactivate') {
    return this.bar.getByRole('button', { name, exact: true });
  }

  private get bar() {
    return this.panel.getByRole('region', { name: 'Actions' });
  }
}

/** A thread at the desk. */
export class ThreadPanel {
  constructor(readonly panel: Locator) {}

  get conversation() {
    return this.panel.getByRole('region', { name: 'Conversation' }).getByRole('listitem');
  }

  get reply() {
    return this.panel.getByRole('textbox', { name: 'Reply' });
  }

  get send() {
    return this.panel.getByRole('button', { name: 'Send Reply' });
  }

  get status() {
    return this.panel.getByRole('combobox', { name: 'Status' });
  }

  /** Writes what only colleagues see, and leaves the box as it was. */
  async addNote(text: string): Promise<void> {
    await this.panel.getByRole('checkbox', { name: 'Internal note' }).check();
    await this.panel.getByRole('textbox', { name: 'Internal note' }).fill(text);
    await this.panel.getByRole('button', { name: 'Save note' }).click();
  }
}
