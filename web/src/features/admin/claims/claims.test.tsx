import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { claimBar, claimPanel, press, showClaim, startOnNovember21 } from '#web/test/claim-at-desk.tsx';
import { deskClaim } from '#web/test/sample-case.ts';

startOnNovember21();

describe('the list of claims', () => {
  it('each row says who claims how much on which policy, and until when someone has to act @casework-1', async () => {
    const { calls } = showClaim(deskClaim());
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
    const { router, calls } = showClaim(deskClaim());
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
    showClaim(deskClaim());
    const shown = await claimPanel();
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
    showClaim(deskClaim(), {
      'GET /admin/colleagues': {
        data: [
          { id: 2, name: 'Grace Hopper', role: 'claims' },
          { id: 3, name: 'Joan Clarke', role: 'support' },
          { id: 4, name: 'Mary Ward', role: 'auditor' },
        ],
      },
    });
    const shown = await claimPanel();
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
    showClaim(deskClaim({ flags: [{ kind: 'document_seen_before', reason: 'The same file.', links }] }));
    const shown = await claimPanel();
    const flags = await shown.findByRole('list', { name: 'What to check' });
    expect(within(flags).getByRole('link', { name: 'CLM-003' }).getAttribute('href')).toBe(links[0]?.link);
    const facts = shown.getByRole('region', { name: 'What happened' });
    expect(flags.compareDocumentPosition(facts) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  });

  it('the claim of a deactivated customer says so among its flags', async () => {
    const reason = 'The customer is deactivated. Their cover continues, and so does this claim.';
    showClaim(deskClaim({ flags: [{ kind: 'customer_deactivated', reason, links: [] }] }));
    const flags = await (await claimPanel()).findByRole('list', { name: 'What to check' });
    expect(within(flags).getByText(reason)).toBeDefined();
  });

  it.each([
    ['a', 'Payout in US dollars'],
    ['r', 'Reason in your own words'],
    ['d', 'What do you need?'],
  ])('the key %s opens the form with "%s"', async (key, label) => {
    showClaim(deskClaim());
    await claimBar();
    fireEvent.keyDown(document.body, { key });
    expect(await screen.findByLabelText(label)).toBeDefined();
  });

  it('the key m assigns the claim to oneself, and n goes to the note', async () => {
    const { calls } = showClaim(deskClaim());
    await claimBar();
    fireEvent.keyDown(document.body, { key: 'n' });
    expect(document.activeElement).toBe(screen.getByLabelText('Add a note for colleagues'));
    fireEvent.keyDown(document.body, { key: 'm' });
    await waitFor(() =>
      expect(calls.find(({ path }) => path === '/admin/claims/7/assignee')?.body).toEqual({ admin_id: 1 }),
    );
  });

  it('who opened documents and private details is listed, with the reason', async () => {
    const line = {
      number: null,
      subject: 'claim:7',
      link: null,
      request_id: '',
      seal: null,
      admin_id: 2,
      admin_name: 'Grace Hopper',
      before: null,
      after: null,
    };
    const at = '2026-11-20T12:00:00.000Z';
    showClaim(
      deskClaim({
        audit_log: [
          {
            ...line,
            id: 3,
            at,
            action: 'claim.revealed',
            after: { reason: 'To call her', fields: ['Address'] },
          },
          { ...line, id: 2, at, action: 'claim.documents_opened' },
          { ...line, id: 1, at, action: 'claim.assigned' },
        ],
      }),
    );
    const opened = within(await screen.findByRole('region', { name: 'Who opened what' }));
    expect(opened.getAllByRole('listitem').map((item) => item.textContent?.replace(/Nov.*/u, ''))).toEqual([
      'Private details: Grace Hopper',
      'Documents: Grace Hopper',
    ]);
    expect(opened.getAllByRole('listitem')[0]?.textContent).toContain('To call her');
  });

  it('private details show after a reason, which goes to the server', async () => {
    const { calls } = showClaim(deskClaim(), {
      'POST /admin/claims/7/reveal': { data: { facts: [{ label: 'Address', value: '1 Quay Street' }] } },
    });
    const shown = await claimPanel();
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
    showClaim(deskClaim(), {}, 'auditor');
    const shown = await claimPanel();
    await shown.findByText('Your role can read claims but not decide them.');
    expect(shown.queryByRole('button', { name: /^Approve Claim/ })).toBeNull();
    expect(shown.queryByRole('button', { name: 'Add note' })).toBeNull();
  });
});
