import type { Page } from '@playwright/test';
import { DeskRecord } from './desk-record.ts';

/** The desk's policies: the list, and the open policy with its on-chain record. */
export class DeskPolicies extends DeskRecord {
  constructor(page: Page) {
    super(page, 'policies', 'Policy');
  }
}
