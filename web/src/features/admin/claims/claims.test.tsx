import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AdminClaimDetail } from '#domain/admin/claims-schema.ts';
import type { AdminRole } from '#domain/admin/roles.ts';
import type { Who } from '#web/features/admin/kit/actions.ts';
import { deskCache } from '#web/features/admin/queries.ts';
import { endAdminSession } from '#web/state/admin-session.ts';
import { keysOf, someone } from '#web/test/desk-actions.ts';
import { mountSite } from '#web/test/mount.tsx';
import { approvedClaim, deskClaim, HOLDER } from '#web/test/sample-case.ts';
import { claim as customerClaim } from '#web/test/sample-claim.ts';
import { atDesk, samplePage, sampleProfile } from '#web/test/sample-desk.ts';
import { CLAIM_ACTIONS } from './actions.tsx';
import { waitingFor } from './standing.ts';

const statistics = {
  total: 3,
  by_status: [{ status: 'pending', count: 2 }],
  by_type: [{ policy_type: 'home', count: 3 }],
  overdue: 1,
  needs_confirmation: 0,
  paid_usd: 1500,
  median_review_hours: 20.5,
};

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-11-21T12:00:00Z'), toFake: ['Date'] });
  localStorage.clear();
  endAdminSession('user');
  deskCache.clear();
});
afterEach(() => {
  vi.useRealTimers();
});

function show(
  claim: AdminClaimDetail,
  more: Parameters<typeof atDesk>[0] = {},
  role: AdminRole = 'administrator',
) {
  const calls = atDesk(
    {
      'GET /admin/claims': { data: samplePage('claims', 'total_claims', [claim]) },
      'GET /admin/claims/statistics': { data: statistics },
      'GET /admin/claims/7': { data: claim },
      ...more,
    },
    role,
  );
  return { calls, ...mountSite('/admin/claims?open=7') };
}

const panel = async () => within(await screen.findByRole('region', { name: 'Claim' }));
const bar = async () => within(await screen.findByRole('region', { name: 'Actions' }));
const press = (name: string, where: { getByRole: typeof screen.getByRole } = screen) =>
  fireEvent.click(where.getByRole('button', { name }));

describe('the list of claims', () => {
  it('each row says who claims how much on which policy, and until when someone has to act @casework-1', async () => {
    const { calls } = show(deskClaim());
    const table = within(await screen.findByRole('table', { name: 'claims' }));
    const row = table.getByText('CLM-007').closest('[role="row"],tr') as HTMLElement;
    for (const text of ['Pending', 'Grace Hopper', 'POL-012', '$4,000', '22 h left', 'Nobody']) {
      expect(within(row).getAllByText(text).length, text).toBeGreaterThan(0);
    }
    const asked = calls.find(({ path }) => path === '/admin/claims');
    expect(asked?.query).toContain('limit=10');
    expect(asked?.query).not.toContain('sortBy');
    expect(table.getByRole('columnheader', { name: 'Due' }).getAttribute('aria-sort')).toBe('ascending');
  });

  it('claims can be filtered by who they are assigned to', async () => {
    const { router, calls } = show(deskClaim());
    await screen.findByRole('table', { name: 'claims' });
    await router.navigate({ href: '/admin/claims?assigned=nobody' });
    await waitFor(() =>
      expect(
        calls.some(({ path, query }) => path === '/admin/claims' && query.includes('assigned=nobody')),
      ).toBe(true),
    );
  });
});

describe('a claim as a case', () => {
  it('it reads from what happened through the policy to the decision @casework-2', async () => {
    show(deskClaim());
    const shown = await panel();
    await shown.findByText('The storm broke two windows of the kitchen.');
    expect(shown.getAllByRole('heading', { level: 3 }).map((heading) => heading.textContent)).toEqual([
      'What happened',
      'What the policy says',
      'Timeline',
      'Internal notes',
    ]);
    expect(shown.getByText('Soon after the start:')).toBeDefined();
    expect(shown.getByText('window.jpg')).toBeDefined();
    expect(shown.getByText('Storm and hail')).toBeDefined();
  });

  it('the assign menu offers only those whose role decides claims', async () => {
    show(deskClaim(), {
      'GET /admin/colleagues': {
        data: [
          { id: 2, name: 'Grace Hopper', role: 'claims' },
          { id: 3, name: 'Joan Clarke', role: 'support' },
          { id: 4, name: 'Mary Ward', role: 'auditor' },
        ],
      },
    });
    const shown = await panel();
    const select = await shown.findByRole('combobox', { name: 'Assigned to' });
    select.focus();
    fireEvent.keyDown(select, { key: 'Enter' });
    await screen.findByRole('option', { name: 'Grace Hopper' });
    expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual([
      ...['Nobody', 'Me', 'Grace Hopper'],
    ]);
  });

  it('its flags stand before the facts, each with the records that it is about', async () => {
    const links = [{ label: 'CLM-003', link: '/admin/claims?open=3&document=doc-9' }];
    show(deskClaim({ flags: [{ kind: 'document_seen_before', reason: 'The same file.', links }] }));
    const shown = await panel();
    const flags = await shown.findByRole('list', { name: 'What to check' });
    expect(within(flags).getByRole('link', { name: 'CLM-003' }).getAttribute('href')).toBe(links[0]?.link);
    const facts = shown.getByRole('region', { name: 'What happened' });
    expect(flags.compareDocumentPosition(facts) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  });

  it('the claim of a deactivated customer says so among its flags', async () => {
    const reason = 'The customer is deactivated. Their cover continues, and so does this claim.';
    show(deskClaim({ flags: [{ kind: 'customer_deactivated', reason, links: [] }] }));
    const flags = await (await panel()).findByRole('list', { name: 'What to check' });
    expect(within(flags).getByText(reason)).toBeDefined();
  });

  it.each([
    ['a', 'Payout in US dollars'],
    ['r', 'Reason in your own words'],
    ['d', 'What do you need?'],
  ])('the key %s opens the form with "%s"', async (key, label) => {
    show(deskClaim());
    await bar();
    fireEvent.keyDown(document.body, { key });
    expect(await screen.findByLabelText(label)).toBeDefined();
  });

  it('the key m assigns the claim to oneself, and n goes to the note', async () => {
    const { calls } = show(deskClaim());
    await bar();
    fireEvent.keyDown(document.body, { key: 'n' });
    expect(document.activeElement?.getAttribute('placeholder')).toBe('Add a note for colleagues');
    fireEvent.keyDown(document.body, { key: 'm' });
    await waitFor(() =>
      expect(calls.find(({ path }) => path === '/admin/claims/7/assignee')?.body).toEqual({ admin_id: 1 }),
    );
  });

  it('private details show after a reason, which goes to the server', async () => {
    const { calls } = show(deskClaim(), {
      'POST /admin/claims/7/reveal': { data: { facts: [{ label: 'Address', value: '1 Quay Street' }] } },
    });
    const shown = await panel();
    fireEvent.click(await shown.findByRole('button', { name: 'Reveal private details' }));
    fireEvent.change(shown.getByLabelText('Why do you need to see it?'), {
      target: { value: 'The adjuster visits' },
    });
    press('Reveal', shown);
    await shown.findByText('1 Quay Street');
    expect(calls.find(({ path }) => path === '/admin/claims/7/reveal')?.body).toEqual({
      reason: 'The adjuster visits',
    });
  });

  it('an administrator who only reads sees no action', async () => {
    show(deskClaim(), {}, 'auditor');
    const shown = await panel();
    await shown.findByText('Your role can read claims but not decide them.');
    expect(shown.queryByRole('button', { name: 'Approve Claim' })).toBeNull();
    expect(shown.queryByRole('button', { name: 'Add note' })).toBeNull();
  });
});

describe('payout authority', () => {
  const limited = {
    'GET /admin/auth/profile': { data: { ...sampleProfile('claims'), payout_limit_usd: 1_200 } },
  };

  it('is shown with the amount, which is refused before anything is sent', async () => {
    const { calls } = show(deskClaim(), limited, 'claims');
    await panel();
    press('Approve Claim', await bar());
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
    const { calls } = show(deskClaim(), { [path]: { data: {} } });
    await panel();
    press('Approve Claim', await bar());
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

  it('an approval is told with the claim’s number, and can be undone on the version that it made', async () => {
    const { calls } = show(deskClaim(), {
      [path]: { data: answered },
      'PATCH /admin/claims/7/status/undo': { data: answered },
    });
    await panel();
    press('Approve Claim', await bar());
    press('Approve Claim for $1,500', within(await screen.findByRole('form', { name: 'Approve CLM-007' })));
    await screen.findByText('Claim approved successfully');
    const toasts = screen.getByText('Claim approved successfully').closest('li') as HTMLElement;
    expect(within(toasts).getByText('CLM-007')).toBeDefined();
    press('Undo', within(toasts));
    await screen.findByText('Undone. Nobody was told.');
    const undone = calls.find(({ path: called }) => called === '/admin/claims/7/status/undo');
    expect(undone?.headers.get('if-match')).toBe('"4"');
  });

  it('a different payout needs its own reason', async () => {
    const { calls } = show(deskClaim(), { [path]: { data: {} } });
    await panel();
    press('Approve Claim', await bar());
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
    const { calls } = show(deskClaim(), { [path]: { data: {} } });
    await panel();
    press('Reject Claim', await bar());
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
    const { calls } = show(deskClaim(), { [path]: { data: {} } });
    await panel();
    press('Ask for Documents', await bar());
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
    show(deskClaim(), {
      [path]: () => {
        decided = true;
        return { status: 409, message: 'This claim was just changed. Please review it and try again.' };
      },
      'GET /admin/claims/7': () => ({ data: decided ? approvedClaim() : deskClaim() }),
    });
    await panel();
    press('Take Into Review', await bar());
    const form = within(await screen.findByRole('form', { name: 'Take this claim into review' }));
    press('Take Into Review', form);
    // The claim's document is missing, which is an alert of its own.
    const alert = within(await (await bar()).findByRole('alert'));
    const line = alert.getByText('Status').closest('tr') as HTMLElement;
    expect(line.textContent).toBe('StatusPendingApproved');
    expect(alert.getByText(/Your change was not saved/)).toBeDefined();
    // An approved claim can't be taken into review from here; what can be done now is offered instead.
    await waitFor(() => expect(screen.queryByRole('form')).toBeNull());
    expect((await bar()).getByRole('button', { name: /^Pay \$/ })).toBeDefined();
    expect(screen.getByText(/Your change was not saved/)).toBeDefined();
    for (const key of ['r', 'p', 'o']) fireEvent.keyDown(document.body, { key });
    expect(screen.queryByRole('form')).toBeNull();
    press('Got It');
    fireEvent.keyDown(document.body, { key: 'r' });
    expect(await screen.findByRole('form')).toBeDefined();
  });

  it('no letter does anything while a form is open, also after its send was refused and the focus is nowhere', async () => {
    const { router } = show(deskClaim(), {
      'GET /admin/claims': {
        data: samplePage('claims', 'total_claims', [
          deskClaim(),
          { ...deskClaim(), id: 8, claim_id: 'CLM-008' },
        ]),
      },
      [path]: () => ({ status: 403, message: 'You may not take this claim into review.' }),
    });
    await panel();
    press('Take Into Review', await bar());
    const form = within(await screen.findByRole('form', { name: 'Take this claim into review' }));
    fireEvent.change(form.getByRole('textbox'), { target: { value: 'We look at it' } });
    press('Take Into Review', form);
    await (await bar()).findByText('You may not take this claim into review.');
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
    const { calls } = show(deskClaim(), {
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
    const select = await (await panel()).findByRole('combobox', { name: 'Assigned to' });
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
    show(deskClaim());
    await panel();
    press('Approve Claim', await bar());
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
    show(deskClaim(), {
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
    await panel();
    press('Take Into Review', await bar());
    press('Take Into Review', within(await screen.findByRole('form')));
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Take Into Review'));
    refresh();
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Take Into Review' })).toBeNull());
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Actions' })),
    );
  });
});

describe('the actions of a claim', () => {
  const all = someone('claims.decide', 'claims.pay');
  const actionsOf = (claim: AdminClaimDetail, by: Who, at: number) => keysOf(CLAIM_ACTIONS, claim, by, at);
  const now = Date.parse('2026-11-21T12:00:00Z');
  const announced = {
    usd: 1500,
    payable_at: '2026-11-21T11:00:00.000Z',
    lapses_at: '2026-11-28T11:00:00.000Z',
  };

  it('an announced payout can be paid once its delay is over, and not by another method in the meantime', () => {
    expect(actionsOf(approvedClaim({ announced }), all, now)).toEqual(['pay']);
    expect(actionsOf(approvedClaim({ announced }), all, Date.parse('2026-11-21T10:00:00Z'))).toEqual([]);
  });

  it('a payout under way cannot be paid by another method, whether or not it is announced', () => {
    const underWay = (announcement: 'unsent' | 'pending' | null) =>
      actionsOf(approvedClaim({ under_way: { says: '', announcement, tx_hash: null } }), all, now);
    expect(underWay(null)).toEqual(['pay']);
    expect(underWay('unsent')).toEqual(['pay']);
  });

  it('a claim whose announced payout is gone from the chain offers no action until the veto or the payment is recorded', () => {
    const gone = approvedClaim({ under_way: { says: '', announcement: 'pending', tx_hash: null } });
    expect(actionsOf(gone, all, now)).toEqual([]);
    expect(waitingFor(gone, all)).toBe(
      'We are waiting for the network to show what happened to the announced payout.',
    );
    expect(waitingFor({ ...gone, announced }, all)).toBeNull();
  });

  it('a reported payment can be withdrawn by its reporter, or by anyone who manages administrators', () => {
    const other: NonNullable<AdminClaimDetail['off_chain_payment']> = {
      ...({ usd: 1500, method: 'bank_transfer', reference: 'INV-7', proposed_by: 'Grace Hopper' } as const),
      confirmed_by: null,
      at: '2026-11-21T10:00:00.000Z',
      status: 'proposed',
      proposed_by_me: false,
    };
    const reported = approvedClaim({ off_chain_payment: other });
    expect(actionsOf(reported, all, now)).toEqual(['confirm_other']);
    expect(actionsOf(reported, someone('claims.decide', 'claims.pay', 'admins.manage'), now)).toEqual([
      'confirm_other',
      'withdraw',
    ]);
    const own = { ...other, proposed_by_me: true };
    expect(actionsOf(approvedClaim({ off_chain_payment: own }), all, now)).toEqual(['withdraw']);
  });

  it('the administrator who approved a payout cannot confirm it', () => {
    const waiting = approvedClaim({ needs_confirmation: true });
    expect(actionsOf(waiting, all, now)).toEqual(['confirm', 'send_back']);
    const decision = { ...waiting.decision, decided_by_me: true } as typeof waiting.decision;
    expect(actionsOf({ ...waiting, decision }, all, now)).toEqual(['send_back']);
  });

  it('an approved claim moves back to review until its payout is prepared, and somebody else pays a large one', () => {
    const large = approvedClaim({ other_payer: { not_you: true, nobody: false } });
    expect(actionsOf(approvedClaim(), all, now)).toEqual(['pay', 'other', 'send_back']);
    expect(actionsOf(large, all, now)).toEqual(['other', 'send_back']);
    expect(waitingFor(large, all)).toBe(
      'You approved this payout. It is large, so someone else must prepare it.',
    );
    expect(waitingFor({ ...large, other_payer: { not_you: true, nobody: true } }, all)).toMatch(
      /Please invite a second person who pays claims/,
    );
    const under = { says: 'Ada prepared it.', announcement: null, tx_hash: null };
    expect(actionsOf(approvedClaim({ under_way: under }), all, now)).toEqual(['pay']);
  });

  it('a paid claim offers nothing, and a rejected one another review', () => {
    expect(actionsOf(deskClaim({ status: 'paid' }), all, now)).toEqual([]);
    expect(actionsOf(deskClaim({ status: 'rejected' }), all, now)).toEqual(['review']);
  });

  it('a second look is decided by nobody who decided before, who can still ask for documents', () => {
    const look = {
      asked_at: '2026-11-21T10:00:00.000Z',
      other: null,
      not_by: ['Ada Byron'],
      not_by_you: true,
      escalated: false,
    };
    const mine = deskClaim({ status: 'under_review', second_look: look });
    expect(actionsOf(mine, all, now)).toEqual(['documents']);
    expect(waitingFor(mine, all)).toBe(
      'You decided this claim before. Someone new will decide its second look.',
    );
    const escalated = { ...mine, second_look: { ...look, escalated: true } };
    expect(waitingFor(escalated, all)).toMatch(/ask for another claims handler for its second look/);
    const fresh = { ...mine, second_look: { ...look, not_by_you: false } };
    expect(actionsOf(fresh, all, now)).toEqual(['approve', 'reject', 'documents']);
    expect(waitingFor(fresh, all)).toBeNull();
    const large = { needs_confirmation: true, second_look: look };
    expect(actionsOf(approvedClaim(large), all, now)).toEqual(['confirm']);
  });
});
