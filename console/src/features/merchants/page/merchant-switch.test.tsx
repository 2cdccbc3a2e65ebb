import { contract } from '@kobo/contract'
import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { paths } from '../../../paths.ts'
import { aMerchant } from '../../../testing/a-merchant.ts'
import { answer } from '../../../testing/answer.ts'
import { withoutAdditions } from '../../../testing/bare-console.ts'
import { merchantServer } from '../../../testing/merchant-server.ts'
import { renderConsole } from '../../../testing/render-console.tsx'
import { returnToWindow } from '../../../testing/return-to-window.ts'

const { changeStatus } = contract.merchants

/** Opens a merchant's page on a server that changes its status. */
async function open(overrides: Parameters<typeof aMerchant>[0] = {}) {
  const world = { merchant: aMerchant(overrides), sent: [] as unknown[] }
  const opened = renderConsole(paths.merchant(world.merchant.id), [
    answer(changeStatus, ({ body }) => {
      world.sent.push(body)
      const { status, reason } = body as { status: 'ACTIVE' | 'INACTIVE'; reason: string }
      const statusChange = { staffName: 'Chidi Eze', changedAt: '2026-11-24T09:30:00.000Z', status, reason }
      world.merchant = { ...world.merchant, status, statusChange }
      return {}
    }),
    ...merchantServer(() => world.merchant),
  ])
  await screen.findByRole('heading', { level: 1, name: world.merchant.businessName })
  return { ...opened, world }
}

const button = (name: string) => screen.queryByRole('button', { name })

describe('Merchant status', () => {
  it.each([
    ['ACTIVE', 'Deactivate', 'INACTIVE', 'Deactivated by', 'Activate'],
    ['INACTIVE', 'Activate', 'ACTIVE', 'Activated by', 'Deactivate'],
  ])('of a merchant that is %s is changed by %s, with a reason', async (status, action, next, told, opposite) => {
    const { user, world } = await open({ status })
    await user.click(await screen.findByRole('button', { name: action }))
    const dialog = within(await screen.findByRole('dialog', { name: `${action} merchant` }))
    expect(dialog.getByText(world.merchant.businessName)).toBeDefined()
    await user.click(dialog.getByRole('button', { name: action }))
    expect(dialog.getByText('Reason is required')).toBeDefined()
    expect(world.sent).toEqual([])
    await user.type(dialog.getByLabelText('Reason'), 'The owner asks for it')
    await user.click(dialog.getByRole('button', { name: action }))
    const history = await screen.findByText(told, { exact: false })
    expect(history.textContent).toBe(`${told} Chidi Eze on 24-11-2026 10:30: The owner asks for it`)
    expect(world.sent).toEqual([{ merchantId: world.merchant.id, status: next, reason: 'The owner asks for it' }])
    expect(button(opposite)).not.toBeNull()
    expect(button(action)).toBeNull()
  })

  it('keeps the dialog and its reason when a colleague changes it first', async () => {
    const { user, world } = await open({ status: 'ACTIVE' })
    await user.click(await screen.findByRole('button', { name: 'Deactivate' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Deactivate merchant' }))
    await user.type(dialog.getByLabelText('Reason'), 'The owner asks for it')
    world.merchant = { ...world.merchant, status: 'INACTIVE' }
    returnToWindow()
    expect(await dialog.findByText('This merchant is already inactive.')).toBeDefined()
    expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Deactivate' }).disabled).toBe(true)
    expect(dialog.getByLabelText<HTMLTextAreaElement>('Reason').value).toBe('The owner asks for it')
  })

  it('cannot be changed on a server without this call', async () => {
    withoutAdditions()
    await open()
    expect(screen.getByText('Created 20-11-2026 14:32')).toBeDefined()
    expect(button('Deactivate')).toBeNull()
  })

  it.each(['SUBMITTED', 'PROCESSING', 'REJECTED', 'NOT_SUBMITTED'])(
    'cannot be changed while the KYC is %s',
    async (verified) => {
      await open({ status: 'INACTIVE', verified })
      expect(button('Activate')).toBeNull()
      expect(button('Deactivate')).toBeNull()
    },
  )
})
