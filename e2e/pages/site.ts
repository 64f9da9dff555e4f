import { expect, type Page } from '@playwright/test';
import { type Details, formFields } from '#domain/products/forms/facts.ts';
import { FORMS } from '#domain/products/forms/index.ts';
import { SAMPLES } from '#domain/products/forms/samples.ts';
import type { ProductKey } from '#domain/products/index.ts';

/** Waits until React has taken over the prerendered page. Until then a link loads a whole page. */
export async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const heading = document.querySelector('h1');
    return heading !== null && Object.keys(heading).some((key) => key.startsWith('__reactFiber'));
  });
}

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

  /** Opens the line of a page that is folded under this title. */
  async unfold(title: string): Promise<void> {
    await this.page.getByRole('heading', { name: title, exact: true }).click();
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

  /** Fills in a product's form, with its sample unless told otherwise, and accepts the wording. */
  async fill(product: ProductKey, details: Readonly<Details> = SAMPLES[product]): Promise<void> {
    for (const field of formFields(product)) {
      const value = details[field.name] ?? '';
      if (field.kind === 'select') {
        const option = field.options.find((each) => each.value === value);
        await this.choose(field.label, option?.label ?? String(value));
      } else await this.field(field.label).fill(String(value));
    }
    await this.answerNeeds(product);
    await this.accept.check();
  }

  /** Answers the three questions as somebody whom the product fits. */
  async answerNeeds(product: ProductKey): Promise<void> {
    for (const { question, fits } of FORMS[product].needs) {
      const group = this.page.getByRole('group', { name: question.split('the deductible')[0] });
      await group.getByText(fits === 'yes' ? 'Yes' : 'No', { exact: true }).click();
    }
  }

  /** Goes from anywhere on the site to the payment screen for a home. */
  async insureHome(): Promise<void> {
    await this.page.goto('/quote/home');
    await this.completeHome();
  }

  /** Goes from the open home form to the payment screen. */
  async completeHome(): Promise<void> {
    await this.fill('home');
    await this.proceed.click();
    await expect(this.page).toHaveURL(/\/payment$/);
  }
}

export class PaymentPage {
  constructor(readonly page: Page) {}

  get pay() {
    return this.page.getByRole('button', { name: /^Pay \$/ });
  }

  /** On a network without our contract, where one sentence has to be accepted first. */
  async acceptAndPay(): Promise<void> {
    await this.page.getByRole('checkbox', { name: /nothing on the chain enforces its cover/ }).check();
    await this.pay.click();
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
