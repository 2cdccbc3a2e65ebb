import { screen, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, it } from 'vitest'
import type { ListRow } from '../list/list-call.ts'
import { List } from '../list/list.tsx'
import { everyList } from '../testing/every-list.ts'
import { amounts, fullReply } from '../testing/full-reply.ts'
import { renderScreen } from '../testing/render-screen.tsx'

it.each([
  'merchants',
  'approval-requests',
  'wallets',
  'child-accounts-of-merchant',
  'child-accounts-of-customer',
  'stores',
  'sub-accounts',
])('marks frozen rows of %s', async (name) => {
  const list = everyList.find((one) => one.name === name)
  if (!list) throw new Error(`There is no list ${name}`)
  const reply = fullReply(list)
  list.rows(reply).forEach((row: ListRow, index) => Object.assign(row, { isFrozen: index === 1 }))
  renderScreen(<List of={list} />, '/here', [
    http.get(`/api${list.call.path}`, () => HttpResponse.json({ status: true, message: 'Done', data: reply })),
  ])
  await screen.findByText(`Showing 1 to ${amounts.length} of ${amounts.length}`)
  const [, body] = within(screen.getByRole('table')).getAllByRole('rowgroup')
  const rows = within(body ?? document.body).getAllByRole('row')
  expect(rows.map((row) => within(row).queryAllByText('Frozen').length)).toEqual([0, 1, 0, 0])
})
