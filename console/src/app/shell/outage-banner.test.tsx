import { contract } from '@kobo/contract'
import type { Outages } from '@kobo/contract/outages'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { answer, refuse } from '../../testing/answer.ts'
import { renderConsole } from '../../testing/render-console.tsx'

const gtb: Outages = {
  kind: 'bank',
  name: 'Guaranty Trust Bank',
  route: 'NIP',
  state: 'open',
  since: '2026-11-20T13:05:00.000Z',
  servers: 2,
  waiting: 1_204,
}
const show = (trouble: Outages[]) =>
  renderConsole('/disputes/sample', [answer(contract.outside.trouble, () => ({ trouble }))])

it('shows which bank has not responded, since when in Lagos time, and how many payouts are waiting', async () => {
  show([gtb])
  expect(
    await screen.findByText(
      'Guaranty Trust Bank has not responded since 20-11-2026 14:05: 1,204 payouts are waiting and will be sent when it recovers.',
    ),
  ).toBeTruthy()
})

it('counts further banks, and excludes slow banks and services other than banks', async () => {
  show([gtb, { ...gtb, name: 'Zenith Bank' }, { ...gtb, state: 'slow' }, { ...gtb, kind: 'receiver', route: null }])
  expect(
    await screen.findByText(/^Guaranty Trust Bank and 1 other bank have not responded since .*: 2,408 payouts/),
  ).toBeTruthy()
})

it('stays empty when nothing is down or the server does not support the call', async () => {
  renderConsole('/disputes/sample', [refuse(contract.outside.trouble, 404, { message: 'Not found' })])
  await screen.findByRole('heading', { level: 1 })
  expect(screen.queryByText(/not responded/)).toBeNull()
})
