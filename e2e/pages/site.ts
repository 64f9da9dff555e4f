import { expect, type Page } from '@playwright/test';
import { HOME } from '../fixtures/client.ts';

/** What every page has: the header, connecting a wallet, and signing in. */
export class Site {
  constructor(readonly page: Page) {}

  get connectButton() {
    return this.page.getByRole('banner').getByRole('button', { name: 'Connect Wallet' });
  }

  get dialog() {
    return this.page.getByRole('dialog', { name: 'Connect Your Wallet' });
  }

  get signInButton() {
    return this.page.getByRole('button', { name: 'Sign In', exact: true });
  }

  heading(name: string | RegExp) {
    return this.page.getByRole('heading', { name });
  }

  async connect(wallet: string): Promise<void> {
    await this.connectButton.click();
    await this.dialog.getByRole('button', { name: wallet }).click();
  }

  /** Connects the local demo wallet as one of its customers, counted from 1. */
  async connectDemo(customer = 1): Promise<void> {
    await this.connect('Demo Wallet');
    await this.dialog.getByRole('button', { name: new RegExp(`^Demo customer ${customer}`) }).click();
    await expect(this.dialog).toBeHidden();
  }

  async signIn(): Promise<void> {
    await this.signInButton.click();
    await expect(this.signInButton).toBeHidden();
  }
}

export class QuotePage {
  constructor(readonly page: Page) {}

  get proceed() {
    return this.page.getByRole('button', { name: 'Proceed to Payment' });
  }

  get accept() {
    return this.page.getByRole('checkbox');
  }

  field(label: string) {
    return this.page.getByLabel(label, { exact: true });
  }

  async choose(label: string, option: string): Promise<void> {
    await this.page.getByRole('combobox', { name: label }).click();
    await this.page.getByRole('option', { name: option, exact: true }).click();
  }

  async fillHome(details = HOME): Promise<void> {
    await this.choose('House type', 'Single Family');
    await this.field('Year built').fill(String(details.year_built));
    await this.field('Address of the home').fill(details.house_address);
    await this.field('Owner’s full name').fill(details.property_owner_name);
    await this.field('Phone number').fill(details.property_owner_telephone);
    await this.field('Email address').fill(details.property_owner_email);
    await this.accept.check();
  }

  async fillCar(): Promise<void> {
    await this.choose('Make', 'Volvo');
    await this.field('Model').fill('V60');
    await this.field('Model year').fill('2022');
    await this.field('Mileage').fill('31000');
    await this.field('Owner’s full name').fill(HOME.property_owner_name);
    await this.field('Phone number').fill(HOME.property_owner_telephone);
    await this.field('Email address').fill(HOME.property_owner_email);
    await this.accept.check();
  }

  async fillTravel(): Promise<void> {
    await this.field('Traveling from').fill('Bristol');
    await this.field('Traveling to').fill('Lisbon');
    await this.field('Passport number').fill('X12345678');
    await this.choose('Passport issuing country', 'United Kingdom');
    await this.field('Traveler’s full name').fill(HOME.property_owner_name);
    await this.field('Phone number').fill(HOME.property_owner_telephone);
    await this.field('Email address').fill(HOME.property_owner_email);
    await this.accept.check();
  }

  /** Goes from anywhere on the site to the payment screen for a home. */
  async insureHome(): Promise<void> {
    await this.page.goto('/quote/home');
    await this.completeHome();
  }

  /** Goes from the open home form to the payment screen. */
  async completeHome(): Promise<void> {
    await this.fillHome();
    await this.proceed.click();
    await expect(this.page).toHaveURL(/\/payment$/);
  }
}

export class PaymentPage {
  constructor(readonly page: Page) {}

  get pay() {
    return this.page.getByRole('button', { name: /^Pay \d/ });
  }

  get email() {
    return this.page.getByLabel('Email address');
  }

  button(name: string | RegExp) {
    return this.page.getByRole('button', { name });
  }

  get network() {
    return this.page.getByRole('combobox', { name: 'Network' });
  }

  async payOn(network: string): Promise<void> {
    await this.network.click();
    await this.page.getByRole('option', { name: network, exact: true }).click();
  }

  async payIn(currency: string): Promise<void> {
    await this.page.getByRole('combobox', { name: 'Currency' }).click();
    await this.page.getByRole('option', { name: currency, exact: true }).click();
  }
}
