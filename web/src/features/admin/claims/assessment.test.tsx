/** The controls beside the facts of a claim: its cause, its reserve, and who may confirm how much. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { AdminRole } from '#domain/admin/roles.ts';
import { deskCache } from '#web/features/admin/queries.ts';
import { mountSite } from '#web/test/mount.tsx';
import { approvedClaim, deskClaim } from '#web/test/sample-case.ts';
import { atDesk, samplePage, sampleProfile } from '#web/test/sample-desk.ts';

beforeEach(() => {
  localStorage.clear();
  deskCache.clear();
});

async function open(
  claim: ReturnType<typeof deskClaim>,
  more: Parameters<typeof atDesk>[0] = {},
  role: AdminRole = 'claims',
) {
  const calls = atDesk(
    {
      'GET /admin/claims': { data: samplePage('claims', 'total_claims', [claim]) },
      'GET /admin/claims/7': { data: claim },
      ...more,
    },
    role,
  );
  mountSite('/admin/claims?open=7');
  const panel = within(await screen.findByRole('region', { name: 'Claim' }));
  await panel.findByRole('heading', { name: 'CLM-007' });
  const sent = () => calls.filter(({ method }) => method === 'PATCH');
  return { panel, sent };
}

describe('the reserve of a claim', () => {
  const path = 'PATCH /admin/claims/7/reserve';
  const begin = async (claim = deskClaim()) => {
    const opened = await open(claim, { [path]: { status: 422, message: 'Too late.' } });
    fireEvent.click(opened.panel.getByRole('button', { name: 'Change the reserve' }));
    const form = within(await opened.panel.findByRole('form', { name: 'Change the reserve' }));
    const type = (label: string, value: string) =>
      fireEvent.change(form.getByLabelText(label), { target: { value } });
    return {
      ...opened,
      form,
      type,
      submit: () => fireEvent.click(form.getByRole('button', { name: 'Change Reserve' })),
    };
  };

  it('is changed only with a reason, and only to whole dollars', async () => {
    const { form, type, submit, sent } = await begin();
    type('Reserve in US dollars', '20.50');
    submit();
    await form.findByText('Please enter whole dollars, such as 1,500.');
    type('Reserve in US dollars', '$5,200');
    submit();
    await waitFor(() => expect(form.getByLabelText('Reason').getAttribute('aria-invalid')).toBe('true'));
    expect(sent()).toEqual([]);
    type('Reason', 'The floor has to go too.');
    submit();
    await waitFor(() =>
      expect(sent().map(({ body }) => body)).toEqual([
        { reserve_usd: 5200, reason: 'The floor has to go too.' },
      ]),
    );
  });

  it('returns to the rules with an empty amount', async () => {
    const changed = { usd: 5200, suggested_usd: 1500, changed: true, open: true };
    const { panel, type, submit, sent } = await begin(deskClaim({ reserve: changed }));
    expect(panel.getByText('instead of $1,500 by the rules')).toBeDefined();
    type('Reserve in US dollars', '');
    type('Reason', 'By the rules after all.');
    submit();
    await waitFor(() =>
      expect(sent()[0]?.body).toEqual({ reserve_usd: null, reason: 'By the rules after all.' }),
    );
  });

  it('that a colleague changed first is shown beside the one that was seen, and is not overwritten', async () => {
    let refused = false;
    const reserve = { usd: 5200, suggested_usd: 1500, changed: true, open: true };
    const { panel, sent } = await open(deskClaim(), {
      [path]: () => {
        refused = true;
        return { status: 409, message: 'This claim was just changed. Please review it and try again.' };
      },
      'GET /admin/claims/7': () => ({ data: refused ? deskClaim({ reserve, version: 9 }) : deskClaim() }),
    });
    fireEvent.click(panel.getByRole('button', { name: 'Change the reserve' }));
    const form = within(await panel.findByRole('form', { name: 'Change the reserve' }));
    fireEvent.change(form.getByLabelText('Reserve in US dollars'), { target: { value: '3,000' } });
    fireEvent.change(form.getByLabelText('Reason'), { target: { value: 'The floor has to go too.' } });
    fireEvent.click(form.getByRole('button', { name: 'Change Reserve' }));
    const line = (await panel.findByRole('rowheader', { name: 'Reserve' })).closest('tr');
    expect(line?.textContent).toBe('Reserve$1,500$5,200');
    expect(sent().map(({ body }) => body)).toEqual([
      { reserve_usd: 3000, reason: 'The floor has to go too.' },
    ]);
  });

  it.each<[string, ReturnType<typeof deskClaim>, AdminRole]>([
    [
      'after the decision',
      deskClaim({ reserve: { usd: 1500, suggested_usd: 1500, changed: false, open: false } }),
      'claims',
    ],
    ['for a role that decides no claims', deskClaim(), 'underwriter'],
  ])('is only read %s', async (_, claim, role) => {
    const { panel } = await open(claim, {}, role);
    expect(panel.getByText('by the rules')).toBeDefined();
    expect(panel.queryByRole('button', { name: 'Change the reserve' })).toBeNull();
  });
});

describe('the cause of loss', () => {
  it('is corrected to another of the product’s list', async () => {
    const { panel, sent } = await open(deskClaim(), {
      'PATCH /admin/claims/7/cause': { status: 422, message: 'Too late.' },
    });
    const cause = panel.getByRole('combobox', { name: 'Cause of loss' });
    fireEvent.keyDown(cause, { key: 'Enter' });
    fireEvent.keyDown(await screen.findByRole('option', { name: 'Water inside the home' }), { key: 'Enter' });
    await waitFor(() => expect(sent()[0]?.body).toEqual({ cause: 'water' }));
  });

  it('is only read by a role that decides no claims', async () => {
    const { panel } = await open(deskClaim(), {}, 'underwriter');
    expect(panel.getByText('Storm or hail')).toBeDefined();
    expect(panel.queryByRole('combobox', { name: 'Cause of loss' })).toBeNull();
  });
});

describe('the stated age of a traveler', () => {
  const traveler = {
    number: 2,
    name: 'Byron King',
    cover_usd: 100_000,
    sold_as_child: { paid: 13, due: 25 },
    age_is_false: false,
  };

  it('is called false with a reason, and the suggestion says why it is reduced', async () => {
    const { panel, sent } = await open(deskClaim({ traveler }), {
      'PATCH /admin/claims/7/age': { status: 422, message: 'Too late.' },
    });
    expect(panel.getByText('Byron King, covered up to $100,000')).toBeTruthy();
    expect(panel.getByText('Under 18, premium $13')).toBeTruthy();
    fireEvent.click(panel.getByRole('button', { name: 'Age Is False' }));
    const form = within(await panel.findByRole('form', { name: 'Correct the stated age' }));
    const submit = () => fireEvent.click(form.getByRole('button', { name: 'Age Is False' }));
    submit();
    await waitFor(() => expect(form.getByLabelText('Reason').getAttribute('aria-invalid')).toBe('true'));
    expect(sent()).toEqual([]);
    fireEvent.change(form.getByLabelText('Reason'), { target: { value: 'Born in 2007.' } });
    submit();
    await waitFor(() =>
      expect(sent().map(({ body }) => body)).toEqual([{ age_is_false: true, reason: 'Born in 2007.' }]),
    );
  });

  it('can be right again, and is said beside the suggestion', async () => {
    const because = 'The stated age was false.';
    const isFalse = { ...traveler, age_is_false: true };
    const { panel } = await open(deskClaim({ traveler: isFalse, suggested_because: because }));
    expect(panel.getByText('False: $13 of $25 premium was paid')).toBeTruthy();
    expect(panel.getByRole('button', { name: 'Age Is Right' })).toBeTruthy();
    expect(panel.getByText(because)).toBeTruthy();
  });

  it('has no control for a traveler who paid the whole premium', async () => {
    const { panel } = await open(deskClaim({ traveler: { ...traveler, sold_as_child: null } }));
    expect(panel.queryByText('Stated age')).toBeNull();
  });
});

it('a payout beyond the own authority can be sent back but not confirmed', async () => {
  const claim = approvedClaim({ needs_confirmation: true });
  await open(claim, {
    'GET /admin/auth/profile': { data: { ...sampleProfile('claims'), payout_limit_usd: 1_200 } },
  });
  const bar = within(await screen.findByRole('region', { name: 'Actions' }));
  expect(bar.getByText(/^You may confirm payouts up to \$1,200\./)).toBeDefined();
  expect(bar.queryByRole('button', { name: /^Confirm/ })).toBeNull();
  expect(bar.getByRole('button', { name: 'Back to Review' })).toBeDefined();
});
