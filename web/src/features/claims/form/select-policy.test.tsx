/** Which policies a claim can be made on. */
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { NO_POLICIES } from '#domain/claims/rules.ts';
import { POLICIES, press, serve, signedInHolder, travel } from '#web/test/claim-form.ts';
import { mountSite } from '#web/test/mount.tsx';
import { claim, insured } from '#web/test/sample-claim.ts';

signedInHolder();

describe('choosing a policy', () => {
  it('policies whose cover has started can be chosen until a year after they end, with their deductible and cover @claims-5', async () => {
    const paid = claim({ id: 1, policy_id: 12, status: 'paid', payout_amount: 20_000 });
    serve({
      policies: [
        insured(),
        travel,
        insured({ id: 20, cover_from: '2026-12-02T00:00:00.000Z' }),
        insured({ id: 21, status: 'pending', cover_from: null }),
        insured({ id: 22, cover_until: '2025-11-30T00:00:00.000Z', cover_from: '2025-10-30T00:00:00.000Z' }),
        insured({ id: 23, status: 'expired', cover_until: '2026-11-30T00:00:00.000Z' }),
      ],
      claims: [paid],
    });
    mountSite('/submit-claim');
    const group = within(await screen.findByRole('radiogroup', { name: 'Select Policy' }));
    const names = group.getAllByRole('radio').map((radio) => radio.closest('label')?.textContent);
    expect(names).toHaveLength(3);
    await waitFor(() => expect(group.getByText('$480,000 of cover left')).toBeDefined());
    const first = group.getByRole('radio', { name: /POL-012/ }).closest('label')?.textContent;
    expect(first).toContain('Home Insurance');
    expect(first).toContain('12 Quay Street, Bristol · Cover November 21, 2026 to November 21, 2027');
    expect(group.getByRole('radio', { name: /POL-003/ })).toBeDefined();
    expect(group.getByRole('radio', { name: /POL-023/ })).toBeDefined();
  });

  it('the policy in the URL is preselected @claims-5', async () => {
    serve();
    mountSite('/submit-claim?policy=3');
    const radio = await screen.findByRole('radio', { name: /POL-003/ });
    expect((radio as HTMLInputElement).checked).toBe(true);
    expect(screen.getByText(/Tickets or bookings/)).toBeDefined();
  });

  it('the only policy is preselected', async () => {
    serve({ policies: [insured()] });
    mountSite('/submit-claim');
    expect(((await screen.findByRole('radio')) as HTMLInputElement).checked).toBe(true);
  });

  it('the form says when no claim can be made on the policy in the URL @claims-5', async () => {
    serve();
    mountSite('/submit-claim?policy=99');
    expect(await screen.findByText(/You can’t claim on the policy you came from/)).toBeDefined();
  });

  it('without policies the form disables Submit and links to policies and a quote @claims-7', async () => {
    serve({ policies: [] });
    mountSite('/submit-claim');
    expect(await screen.findByText(NO_POLICIES)).toBeDefined();
    expect(NO_POLICIES).toBe('No active policies found. You need an active policy to submit a claim.');
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Submit Claim' }).disabled).toBe(true);
    expect(screen.getByRole('link', { name: 'See My Policies' }).getAttribute('href')).toBe('/my-policies');
    expect(screen.getByRole('link', { name: 'Get a quote' }).getAttribute('href')).toBe('/quote/home');
  });

  it('the form shows skeletons while policies load, and a way forward when they fail to', async () => {
    let fails = true;
    serve({
      more: { [POLICIES]: () => (fails ? { status: 422, message: 'No.' } : { data: [insured()] }) },
    });
    mountSite('/submit-claim');
    expect((await screen.findByRole('alert')).textContent).toContain('Error Loading Policies');
    fails = false;
    press('Try Again');
    expect(await screen.findByRole('radio', { name: /POL-012/ })).toBeDefined();
  });
});
