import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { claimBar, claimPanel, press, showClaim, startOnNovember21 } from '#web/test/claim-at-desk.tsx';
import { approvedClaim, deskClaim, HOLDER } from '#web/test/sample-case.ts';
import { claim as customerClaim } from '#web/test/sample-claim.ts';
import { samplePage, sampleProfile } from '#web/test/sample-desk.ts';

startOnNovember21();

describe('what a claim begins with', () => {
  it('is what to pay and why, what that leaves of the cover, and the documents', async () => {
    const clauses = [{ id: 'claim_needs-1', section: 'claim_needs' as const, text: 'Photos of the damage' }];
    const { policy_facts } = deskClaim();
    showClaim(deskClaim({ policy_facts: { ...policy_facts, clauses } }));
    await claimPanel();
    const first = within(await screen.findByRole('region', { name: 'Suggested payout' }));
    for (const text of [
      '$4,000 claimed less the $2,500 deductible',
      'Cover left: $500,000 → $498,500',
      '1 document, not opened by you',
      'Photos of the damage',
    ])
      expect(first.getByText(text), text).toBeDefined();
    expect(first.getByText('$1,500')).toBeDefined();
    expect((await claimBar()).getAllByRole('button')[0]?.textContent).toBe('Approve Claim for $1,500a');
  });

  it.each([
    ['without a document', { documents: [], requested_documents: null }, 'No document was added'],
    [
      'while one that was asked for is missing',
      { requested_documents: 'The report' },
      '1 document, and what we asked for isn’t here yet, not opened by you',
    ],
  ])('asks for documents before it approves %s', async (_, change, says) => {
    showClaim(deskClaim(change));
    const panel = await claimPanel();
    expect(await panel.findByText(says)).toBeDefined();
    const [next, second] = (await claimBar()).getAllByRole('button');
    expect([next?.textContent, second?.textContent]).toEqual([
      'Ask for Documentsd',
      'Approve Claim for $1,500a',
    ]);
  });

  it('is gone once the claim is decided', async () => {
    showClaim(approvedClaim());
    await claimPanel();
    expect(screen.queryByRole('region', { name: 'Suggested payout' })).toBeNull();
  });
});

describe('payout authority', () => {
  const limited = {
    'GET /admin/auth/profile': { data: { ...sampleProfile('claims'), payout_limit_usd: 1_200 } },
  };

  it('is shown with the amount, which is refused before anything is sent', async () => {
    const { calls } = showClaim(deskClaim(), limited, 'claims');
    await claimPanel();
    press('Approve Claim for $1,500', await claimBar());
    const form = within(await screen.findByRole('form', { name: 'Approve CLM-007' }));
    expect(form.getByText(/You may approve up to \$1,200\./)).toBeDefined();
    press('Approve Claim for $1,500', form);
    await form.findByText(
      'You may approve payouts up to $1,200. Please assign this claim to someone who may approve more.',
    );
    expect(calls.filter(({ method }) => method === 'PATCH')).toEqual([]);
  });
});

describe('deciding a claim', () => {
  const path = 'PATCH /admin/claims/7/status';
  const answered = {
    id: 7,
    claim_number: 'CLM-007',
    status: 'approved',
    policy_id: 12,
    policy_number: 'POL-012',
    policy_type: 'home',
    claim_amount: 4000,
    formatted_amount: '$4,000',
    incident_date: '2026-11-19',
    cause: null,
    traveler: null,
    description: 'A pipe burst.',
    documents_count: 1,
    payout_amount: 1500,
    progress: 75,
    next: { actor: 'mooring', step: 'We will send the payout.', due: null },
    created_at: '2026-11-20T10:00:00.000Z',
    updated_at: '2026-11-20T10:00:00.000Z',
    wallet_address: '0x1',
    suggested_payout: 1500,
    needs_confirmation: false,
  };

  it('an approval starts with the suggestion and its note, and says what it promises', async () => {
    const { calls } = showClaim(deskClaim(), { [path]: { data: {} } });
    await claimPanel();
    press('Approve Claim for $1,500', await claimBar());
    const form = within(await screen.findByRole('form', { name: 'Approve CLM-007' }));
    expect(form.getByLabelText<HTMLInputElement>('Payout in US dollars').value).toBe('1,500');
    expect(form.getByLabelText<HTMLTextAreaElement>('Note to the customer').value).toBe(
      'Claim approved for full amount',
    );
    expect(form.getByText(/Cover left: \$500,000 → \$498,500/)).toBeDefined();
    press('Approve Claim for $1,500', form);
    await waitFor(() => expect(calls.some(({ method }) => method === 'PATCH')).toBe(true));
    const sent = calls.find(({ method }) => method === 'PATCH');
    expect(sent?.body).toEqual({
      status: 'approved',
      payout_amount: 1500,
      admin_notes: 'Claim approved for full amount',
    });
    expect(sent?.headers.get('if-match')).toBe('"3"');
  });

  it('an approval names the cause that the customer did not name, if the handler wants to', async () => {
    const { calls } = showClaim(deskClaim({ cause: null }), { [path]: { data: {} } });
    await claimPanel();
    press('Approve Claim for $1,500', await claimBar());
    const form = within(await screen.findByRole('form', { name: 'Approve CLM-007' }));
    fireEvent.keyDown(form.getByRole('combobox', { name: 'Cause of loss (optional)' }), { key: 'Enter' });
    fireEvent.click(await screen.findByRole('option', { name: 'Water inside the home' }));
    press('Approve Claim for $1,500', form);
    await waitFor(() => expect(calls.some(({ method }) => method === 'PATCH')).toBe(true));
    expect(calls.find(({ method }) => method === 'PATCH')?.body).toMatchObject({ cause: 'water' });
  });

  it('an approval is told with the claim’s number, and can be undone on the version that it made', async () => {
    const { calls } = showClaim(deskClaim(), {
      [path]: { data: answered },
      'PATCH /admin/claims/7/status/undo': { data: answered },
    });
    await claimPanel();
    press('Approve Claim for $1,500', await claimBar());
    press('Approve Claim for $1,500', within(await screen.findByRole('form', { name: 'Approve CLM-007' })));
    await screen.findByText('Claim approved successfully');
    const toasts = screen.getByText('Claim approved successfully').closest('li') as HTMLElement;
    expect(within(toasts).getByRole('link', { name: 'CLM-007' }).getAttribute('href')).toBe(
      '/admin/claims?open=7',
    );
    press('Undo', within(toasts));
    await screen.findByText('Undone. Nobody was told.');
    const undone = calls.find(({ path: called }) => called === '/admin/claims/7/status/undo');
    expect(undone?.headers.get('if-match')).toBe('"4"');
  });

  it('a different payout needs its own reason', async () => {
    const { calls } = showClaim(deskClaim(), { [path]: { data: {} } });
    await claimPanel();
    press('Approve Claim for $1,500', await claimBar());
    const form = within(await screen.findByRole('form', { name: 'Approve CLM-007' }));
    fireEvent.change(form.getByLabelText('Payout in US dollars'), { target: { value: '900' } });
    press('Approve Claim for $900', form);
    expect(
      await form.findByText('Please say why the payout differs from the suggested $1,500.'),
    ).toBeDefined();
    expect(calls.some(({ method }) => method === 'PATCH')).toBe(false);
    fireEvent.change(form.getByLabelText('Reason for the different payout'), {
      target: { value: 'One window was broken before.' },
    });
    press('Approve Claim for $900', form);
    await waitFor(() =>
      expect(calls.find(({ method }) => method === 'PATCH')?.body).toEqual({
        status: 'approved',
        payout_amount: 900,
        admin_notes: 'One window was broken before.',
      }),
    );
  });

  it('a rejection asks for a clause of the accepted wording and for words of its own', async () => {
    const { calls } = showClaim(deskClaim(), { [path]: { data: {} } });
    await claimPanel();
    press('Reject Claim', await claimBar());
    const form = within(await screen.findByRole('form', { name: 'Reject CLM-007' }));
    press('Reject Claim', form);
    expect(await form.findByText('Please choose the clause that this rejection rests on.')).toBeDefined();
    expect(form.getByText('Please give a reason. The customer will read it.')).toBeDefined();
    expect(calls.some(({ method }) => method === 'PATCH')).toBe(false);
    const select = form.getByRole('combobox', { name: 'Clause that it rests on' });
    select.focus();
    fireEvent.keyDown(select, { key: 'Enter' });
    fireEvent.click(await screen.findByRole('option', { name: 'Not covered: Wear and tear' }));
    fireEvent.change(form.getByLabelText('Reason in your own words'), {
      target: { value: 'The frames had rotted.' },
    });
    press('Reject Claim', form);
    await waitFor(() =>
      expect(calls.find(({ method }) => method === 'PATCH')?.body).toEqual({
        status: 'rejected',
        clause: 'not_covered-1',
        admin_notes: 'The frames had rotted.',
      }),
    );
  });

  it('documents are requested in words that the customer reads', async () => {
    const { calls } = showClaim(deskClaim(), { [path]: { data: {} } });
    await claimPanel();
    press('Ask for Documents', await claimBar());
    const form = within(await screen.findByRole('form', { name: 'Ask the customer for documents' }));
    press('Ask for Documents', form);
    expect(await form.findByText('Please say what you need.')).toBeDefined();
    fireEvent.change(form.getByLabelText('What do you need?'), { target: { value: 'The repair bill' } });
    press('Ask for Documents', form);
    await waitFor(() =>
      expect(calls.find(({ method }) => method === 'PATCH')?.body).toEqual({
        status: 'under_review',
        requested_documents: 'The repair bill',
      }),
    );
  });

  it('a decision based on an old version shows both versions and saves nothing', async () => {
    let decided = false;
    showClaim(deskClaim(), {
      [path]: () => {
        decided = true;
        return { status: 409, message: 'This claim was just changed. Please review it and try again.' };
      },
      'GET /admin/claims/7': () => ({ data: decided ? approvedClaim() : deskClaim() }),
    });
    await claimPanel();
    press('Take Into Review', await claimBar());
    const form = within(await screen.findByRole('form', { name: 'Take this claim into review' }));
    press('Take Into Review', form);
    // The claim's document is missing, which is an alert of its own.
    const alert = within(await (await claimBar()).findByRole('alert'));
    const line = alert.getByText('Status').closest('tr') as HTMLElement;
    expect(line.textContent).toBe('StatusPendingApproved');
    expect(alert.getByText(/Your change was not saved/)).toBeDefined();
    // An approved claim can't be taken into review from here; what can be done now is offered instead.
    await waitFor(() => expect(screen.queryByRole('form')).toBeNull());
    expect((await claimBar()).getByRole('button', { name: /^Pay \$/ })).toBeDefined();
    expect(screen.getByText(/Your change was not saved/)).toBeDefined();
    for (const key of ['r', 'p', 'o']) fireEvent.keyDown(document.body, { key });
    expect(screen.queryByRole('form')).toBeNull();
    press('Got It');
    fireEvent.keyDown(document.body, { key: 'r' });
    expect(await screen.findByRole('form')).toBeDefined();
  });

  it('no letter does anything while a form is open, also after its send was refused and the focus is nowhere', async () => {
    const { router } = showClaim(deskClaim(), {
      'GET /admin/claims': {
        data: samplePage('claims', 'total_claims', [
          deskClaim(),
          { ...deskClaim(), id: 8, claim_id: 'CLM-008' },
        ]),
      },
      [path]: () => ({ status: 403, message: 'You may not take this claim into review.' }),
    });
    await claimPanel();
    press('Take Into Review', await claimBar());
    const form = within(await screen.findByRole('form', { name: 'Take this claim into review' }));
    fireEvent.change(form.getByRole('textbox'), { target: { value: 'We look at it' } });
    press('Take Into Review', form);
    await (await claimBar()).findByText('You may not take this claim into review.');
    (document.activeElement as HTMLElement | null)?.blur();
    for (const key of ['a', 'r', 'd', 'e', 'f', 'k', 'j']) fireEvent.keyDown(document.body, { key });
    expect(router.history.location.href).toBe('/admin/claims?open=7');
    expect(screen.getAllByRole('form').map((each) => each.getAttribute('aria-label'))).toEqual([
      'Take this claim into review',
    ]);
    expect(form.getByRole<HTMLTextAreaElement>('textbox').value).toBe('We look at it');
  });

  it('an assignment that somebody else made first shows both versions', async () => {
    let taken = false;
    const { calls } = showClaim(deskClaim(), {
      'PATCH /admin/claims/7/assignee': ({ headers }) => {
        if (taken && headers.get('if-match') === '"9"') return { data: null };
        taken = true;
        return { status: 409, message: 'This claim was just changed. Please review it and try again.' };
      },
      'GET /admin/claims/7': () => ({
        data: taken
          ? { ...deskClaim(), version: 9, assigned_to: 5, assigned_admin_name: 'Grace Hopper' }
          : deskClaim(),
      }),
    });
    const select = await (await claimPanel()).findByRole('combobox', { name: 'Assigned to' });
    select.focus();
    fireEvent.keyDown(select, { key: 'Enter' });
    fireEvent.click(await screen.findByRole('option', { name: 'Me' }));
    const use = await screen.findByRole('button', { name: 'Use mine' });
    await waitFor(() =>
      expect(use.closest('[role=alert]')?.querySelector('tbody')?.textContent).toBe(
        'Assigned toGrace HopperMe',
      ),
    );
    fireEvent.click(use);
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Use mine' })).toBeNull());
    expect(calls.filter(({ method }) => method === 'PATCH').map(({ body }) => body)).toEqual([
      { admin_id: 1 },
      { admin_id: 1 },
    ]);
  });

  it('Esc leaves the form and returns to its button, and the panel stays', async () => {
    showClaim(deskClaim());
    await claimPanel();
    press('Approve Claim for $1,500', await claimBar());
    const amount = await screen.findByLabelText('Payout in US dollars');
    await waitFor(() => expect(document.activeElement).toBe(amount));
    fireEvent.keyDown(amount, { key: 'Escape' });
    await waitFor(() => expect(document.activeElement?.getAttribute('data-action')).toBe('approve'));
    expect(screen.getByRole('region', { name: 'Claim' })).toBeDefined();
  });

  it('a button that disappears after its action leaves the focus in the bar', async () => {
    let refresh = () => {};
    const reviewed = new Promise<void>((resolve) => {
      refresh = resolve;
    });
    let decided = false;
    showClaim(deskClaim(), {
      [path]: () => {
        decided = true;
        const answer = { wallet_address: HOLDER, suggested_payout: 1500, needs_confirmation: false };
        return { data: { ...customerClaim({ status: 'under_review' }), ...answer } };
      },
      'GET /admin/claims/7': async () => {
        if (!decided) return { data: deskClaim() };
        await reviewed;
        return { data: deskClaim({ status: 'under_review', version: 4 }) };
      },
    });
    await claimPanel();
    press('Take Into Review', await claimBar());
    press('Take Into Review', within(await screen.findByRole('form')));
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Take Into Review'));
    refresh();
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Take Into Review' })).toBeNull());
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Actions' })));
  });
});
