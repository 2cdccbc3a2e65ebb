import { contract } from '@kobo/contract'
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { paths } from '../../paths.ts'
import { aMerchant } from '../../testing/a-merchant.ts'
import { answer, refuse } from '../../testing/answer.ts'
import { apiServer } from '../../testing/api-server.ts'
import { withoutAdditions } from '../../testing/bare-console.ts'
import { merchantServer } from '../../testing/merchant-server.ts'
import { renderConsole } from '../../testing/render-console.tsx'

const { watches } = contract

/** Opens a merchant whom the operator and others watch or not; the state follows what is sent. */
function openMerchant(watch: { isWatching: boolean; others: number }) {
  const sent: unknown[] = []
  const opened = renderConsole(paths.merchant('m1'), [
    answer(watches.read, () => watch),
    answer(
      watches.change,
      ({ body }) => {
        sent.push(body)
        Object.assign(watch, { isWatching: Object(body).isWatching })
        return watch
      },
      'Changed',
    ),
    ...merchantServer(() => aMerchant({ id: 'm1' })),
  ])
  return { ...opened, sent }
}

const soon = { timeout: 10_000 }
const eye = (isWatching: boolean, others = 0) => {
  const name = others === 0 ? 'Watch' : `Watch ${others.toLocaleString('en')}`
  return screen.findByRole('button', { name, pressed: isWatching }, soon)
}

describe('Watch', () => {
  it.each([
    [{ isWatching: false, others: 0 }, 'Nobody watches this merchant'],
    [{ isWatching: false, others: 1 }, 'Watched by one colleague'],
    [{ isWatching: true, others: 0 }, 'You alone watch this merchant'],
    [{ isWatching: true, others: 1_200 }, 'Watched by you and 1,200 colleagues'],
  ])('states who watches: %j', async (watch, title) => {
    openMerchant(watch)
    const shown = await eye(watch.isWatching, watch.others)
    await waitFor(() => expect(shown.title).toBe(title), soon)
  })

  it('begins and ends, in the state that the button shows', async () => {
    const { user, sent } = openMerchant({ isWatching: false, others: 2 })
    await user.click(await eye(false, 2))
    // One change at a time.
    await screen.findByText('Changed', undefined, soon)
    await user.click(await eye(true, 2))
    await eye(false, 2)
    const record = { recordType: 'merchant', recordId: 'm1' }
    const changes = [true, false].map((isWatching) => ({ ...record, isWatching }))
    await waitFor(() => expect(sent).toEqual(changes), soon)
  })

  it('never ends by a click before the state is known', async () => {
    const { user, sent } = openMerchant({ isWatching: true, others: 0 })
    await user.click(await eye(false))
    await waitFor(() => expect(sent).toMatchObject([{ isWatching: true }]), soon)
    expect(await eye(true)).toBeDefined()
  })

  it('shows the state as it was when a change fails', async () => {
    const { user } = openMerchant({ isWatching: true, others: 0 })
    apiServer.use(refuse(watches.change, 500, { message: 'Down' }))
    await user.click(await eye(true))
    expect(await screen.findByText('Down')).toBeDefined()
    expect(await eye(true)).toBeDefined()
  })

  it('is absent if the server has no watching', async () => {
    withoutAdditions()
    openMerchant({ isWatching: false, others: 0 })
    await screen.findByRole('heading', { level: 1 })
    expect(screen.queryByRole('button', { name: 'Watch' })).toBeNull()
  })
})
