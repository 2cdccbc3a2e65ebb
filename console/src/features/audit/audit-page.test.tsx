import { contract } from '@kobo/contract'
import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { anAuditEntry } from '../../testing/an-audit-entry.ts'
import { answer, record, refuse } from '../../testing/answer.ts'
import { cells, headers, listShown } from '../../testing/on-screen.ts'
import { renderConsole } from '../../testing/render-console.tsx'

const { audit } = contract

const entry = anAuditEntry()
const signIn = anAuditEntry({
  id: 'e2',
  title: 'Sign-in failed',
  mode: null,
  staffName: null,
  reason: null,
  recordType: 'staff',
  recordId: 'unknown',
  recordName: null,
  changes: [],
  summary: null,
})

function open(address = '/audit', shown = entry) {
  const requests: string[] = []
  const opened = renderConsole(address, [
    record(requests, audit.list, () => ({ totalRecords: 2, entries: [entry, signIn] })),
    answer(audit.info, () => ({ entry: shown })),
  ])
  return { requests, ...opened }
}

it('lists who did what to which record, in both modes, with a link to the record', async () => {
  open()
  await listShown()
  expect(headers().join(' | ')).toMatch(/^Date \| Who \| What \| Record \| Changes \| Reason \| Mode/)
  expect(cells(/Ada Obi/).slice(0, 7)).toEqual([
    '26-11-2026 19:20',
    'Ada Obi',
    'Charges changed',
    'Merchant: Adire & Indigo',
    'Transfers below ₦5,001',
    'New agreement',
    'Live',
  ])
  expect(screen.getByTitle('Transfers below ₦5,001: ₦10.00 → ₦12.00')).toBeDefined()
  expect(cells(/Nobody signed in/).slice(1, 7)).toEqual([
    'Nobody signed in',
    'Sign-in failed',
    'Team member',
    '_',
    '_',
    'Both',
  ])
  expect(screen.getByRole('link', { name: 'Merchant: Adire & Indigo' }).getAttribute('href')).toBe('/merchants/m1')
})

it('sends the filters of its address', async () => {
  const { requests } = open(
    '/audit?member=s1&memberName=Ada+Obi&action=charges.update&recordType=merchant&recordId=m1&merchant=m1&mode=SANDBOX&address=203.0.113.24',
  )
  await listShown()
  expect(Object.fromEntries(new URLSearchParams(requests.at(-1)))).toMatchObject({
    staffId: 's1',
    action: 'charges.update',
    recordType: 'merchant',
    recordId: 'm1',
    merchantId: 'm1',
    mode: 'SANDBOX',
    address: '203.0.113.24',
  })
  expect(screen.getByText('Team member: Ada Obi')).toBeDefined()
  expect(screen.getByText('Action: Charges changed')).toBeDefined()
})

it('opens an entry by its address, with the changes and where it came from', async () => {
  open('/audit?auditId=e1')
  const panel = within(await screen.findByRole('dialog', { name: 'Audit entry' }))
  const row = await panel.findByRole('row', { name: /Transfers below/ })
  expect(
    within(row)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent),
  ).toEqual(['₦10.00', '₦12.00'])
  expect(panel.getByText('203.0.113.24')).toBeDefined()
  expect(panel.getByText('Chrome on Windows')).toBeDefined()
  expect(await panel.findByRole('button', { name: 'History' })).toBeDefined()
})

it('offers no history for an entry whose kind of record has none', async () => {
  open('/audit?auditId=e3', anAuditEntry({ id: 'e3', title: 'Record watched', recordType: 'watch', recordId: 'm1' }))
  const panel = within(await screen.findByRole('dialog', { name: 'Audit entry' }))
  expect(await panel.findByText('Record watched')).toBeDefined()
  expect(panel.queryByRole('button', { name: 'History' })).toBeNull()
})

it('says what a search of the reasons requires', async () => {
  const sentence = 'Choose another filter or at most 31 days to search the reasons'
  renderConsole('/audit?search=phone', [refuse(audit.list, 400, { message: sentence })])
  const failure = await screen.findByRole('alert')
  expect(within(failure).getByText('Error Fetching List')).toBeDefined()
  expect(within(failure).getByText(sentence)).toBeDefined()
})
