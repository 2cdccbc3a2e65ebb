import { contract } from '@kobo/contract'

import type { WalletUpgradeRow } from '@kobo/contract/wallet-upgrades'
import { screen, waitFor, within } from '@testing-library/react'
import { type HttpHandler, HttpResponse, http } from 'msw'
import { expect, it } from 'vitest'
import { paths } from '../../paths.ts'
import { aTierRequest } from '../../testing/a-wallet.ts'
import { answer, refuse } from '../../testing/answer.ts'
import { apiServer } from '../../testing/api-server.ts'
import { renderConsole } from '../../testing/render-console.tsx'
import { signedInAs } from '../../testing/signed-in-as.ts'
import { walletServer } from '../../testing/wallet-server.ts'
import { singleKeys } from '../../ui/use-page-keys.ts'

const { list, approve, reject } = contract.walletUpgrades
const names = ['Tunde Bakare', 'Ngozi Eze', 'Musa Bello', 'Hadiza Bello']

/** Opens the requests of four wallets, the newest decided and the others pending, newest first. */
function openRequests(address = paths.wallets({ status: 'requests' }), extra: HttpHandler[] = []) {
  const requests = names.map((accountName, at) =>
    aTierRequest({
      id: `r${at}`,
      wallet: { id: `w${at}`, accountName, tier: 1 },
      status: at === 3 ? 'COMPLETED' : 'PENDING',
    }),
  )
  const world = { requests, asked: Array<string>(), sent: Array<unknown>() }
  const { server, handlers } = walletServer({}, [])
  const decide = (status: string) => (body: unknown) => {
    world.sent.push(body)
    const { requestId } = body as { requestId: string }
    decideElsewhere(world, requestId, status, 'Adaeze Okonkwo')
    return {}
  }
  const opened = renderConsole(address, [
    ...extra,
    answer(list, ({ query }) => {
      world.asked.push(String(query))
      const status = query.get('status')
      const found = world.requests.filter((one) => status === null || one.status === status)
      const upgrades = query.get('sort') === 'oldest' ? found : found.toReversed()
      return { totalRecords: upgrades.length, upgrades: upgrades.slice(0, Number(query.get('size'))) }
    }),
    answer(contract.wallets.info, ({ query }) => {
      const accountName = names[Number(query.get('walletId')?.slice(1))] ?? ''
      return { wallet: { ...server.wallet, accountName } }
    }),
    answer(approve, ({ body }) => decide('COMPLETED')(body), 'Upgrade approved'),
    answer(reject, ({ body }) => decide('REJECTED')(body), 'Upgrade rejected'),
    ...handlers,
  ])
  return { world, ...opened }
}

function decideElsewhere(world: { requests: WalletUpgradeRow[] }, id: string, status: string, staffName: string) {
  const decision = { staffName, decidedAt: '2026-11-20T13:32:00Z', reason: null }
  world.requests = world.requests.map((one) => (one.id === id ? { ...one, status, decision } : one))
}

const queueButton = () => screen.findByRole('button', { name: 'Review one by one' })
const panel = () => within(screen.getByRole('dialog', { name: 'Tier upgrade request' }))
const shows = (name: string) => waitFor(() => expect(panel().getByRole('link', { name })).toBeTruthy())
const isLeft = (text: string) => waitFor(() => expect(panel().getByText(text)).toBeTruthy())
const isAnnounced = (text: string) =>
  waitFor(() => expect(panel().getByText(text, { selector: '[role=status]' })).toBeTruthy())
const isOffered = () => panel().findByRole('button', { name: 'Approve' })
const dialogOf = (name: string) => screen.findByRole('dialog', { name })

/** Enters the queue by its key and waits for the first request. */
async function enter(...of: Parameters<typeof openRequests>) {
  const opened = openRequests(...of)
  await queueButton()
  await opened.user.keyboard('q')
  await screen.findByRole('dialog', { name: 'Tier upgrade request' })
  await isLeft('3 left')
  await shows('Tunde Bakare')
  await isOffered()
  return opened
}

it('opens the pending requests, oldest first, by a button or Q', async () => {
  const { user, world } = openRequests()
  const button = await queueButton()
  expect(button.getAttribute('aria-keyshortcuts')).toBe('Q')
  await user.click(button)
  await screen.findByRole('dialog', { name: 'Tier upgrade request' })
  await isLeft('3 left')
  await shows('Tunde Bakare')
  expect(world.asked.at(-1)).toBe('page=1&size=100&status=PENDING&sort=oldest')
})

it('approves and rejects by keys alone and announces the next request', async () => {
  const { user, world } = await enter()
  expect((await isOffered()).getAttribute('aria-keyshortcuts')).toBe('A')
  await user.keyboard('a')
  const approval = await dialogOf('Approve tier upgrade')
  await waitFor(() => expect(approval.contains(document.activeElement)).toBe(true))
  expect(document.activeElement?.textContent).toBe('Approve')
  await user.keyboard('{Enter}')
  await isAnnounced('Approved. Next: Ngozi Eze, 2 left')
  await shows('Ngozi Eze')
  await isOffered()
  await waitFor(() => expect(document.activeElement).toBe(panel().getByRole('region', { name: 'Queue' })))
  await user.keyboard('r')
  await dialogOf('Reject tier upgrade')
  await user.keyboard('a second person{Control>}{Enter}{/Control}')
  await isAnnounced('Rejected. Next: Musa Bello, 1 left')
  expect(world.sent).toEqual([{ requestId: 'r0' }, { requestId: 'r1', reason: 'a second person' }])
})

it('skips with N, returns to the skipped at the end, and ends with All done', async () => {
  const { user, world } = await enter()
  await user.keyboard('n')
  await isAnnounced('Skipped. Next: Ngozi Eze, 3 left')
  for (const name of ['Ngozi Eze', 'Musa Bello', 'Tunde Bakare']) {
    await shows(name)
    await isOffered()
    await user.keyboard('a')
    await dialogOf('Approve tier upgrade')
    await user.keyboard('{Enter}')
  }
  await isAnnounced('Approved. All done')
  const back = panel().getByRole('button', { name: 'Back to the list' })
  await waitFor(() => expect(document.activeElement).toBe(back))
  expect(world.sent).toEqual(['r1', 'r2', 'r0'].map((requestId) => ({ requestId })))
  await user.keyboard('{Enter}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(window.location.search).toBe('?status=requests')
  await user.keyboard('q')
  expect(await screen.findByText('Nothing is waiting for a decision')).toBeTruthy()
})

it('keeps the queue in the URL over a reload and leaves it by its button', async () => {
  const first = await enter()
  await first.user.keyboard('n')
  await shows('Ngozi Eze')
  const address = window.location.pathname + window.location.search
  first.unmount()
  const { user } = openRequests(address)
  await isLeftAfterReload()
  await shows('Ngozi Eze')
  await user.click(panel().getByRole('button', { name: 'Leave queue' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(window.location.search).toBe('?status=requests')
})

async function isLeftAfterReload() {
  await screen.findByRole('dialog', { name: 'Tier upgrade request' })
  await isLeft('3 left')
}

it('names the colleague who decided first, and N opens the next', async () => {
  const { user, world } = await enter(undefined, [
    http.post(`/api${approve.path}`, () => {
      decideElsewhere(world, 'r0', 'REJECTED', 'Bola Ade')
      return HttpResponse.json(
        { status: false, code: 'conflict', message: 'Bola Ade has decided this already' },
        { status: 409 },
      )
    }),
  ])
  await user.keyboard('a')
  await dialogOf('Approve tier upgrade')
  await user.keyboard('{Enter}')
  expect(await screen.findByText('Bola Ade has decided this already')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Approve tier upgrade' })).toBeNull())
  expect(await panel().findByText('Bola Ade')).toBeTruthy()
  expect(panel().queryByRole('button', { name: 'Approve' })).toBeNull()
  await isLeft('2 left')
  await user.keyboard('an')
  await shows('Ngozi Eze')
  expect(screen.getAllByRole('dialog')).toHaveLength(1)
})

it('skips a request that a colleague has decided meanwhile', async () => {
  const { user, world } = await enter()
  await user.keyboard('a')
  await dialogOf('Approve tier upgrade')
  decideElsewhere(world, 'r1', 'REJECTED', 'Bola Ade')
  await user.keyboard('{Enter}')
  await isAnnounced('Approved. Next: Musa Bello, 1 left')
  expect(world.sent).toEqual([{ requestId: 'r0' }])
})

it('reports that the next request could not be loaded, and retries', async () => {
  const { user, world } = await enter()
  await user.keyboard('a')
  await dialogOf('Approve tier upgrade')
  apiServer.use(refuse(list, 500, { message: 'The database is away' }))
  await user.keyboard('{Enter}')
  expect(await panel().findByText('The queue could not be loaded')).toBeTruthy()
  const retry = panel().getByRole('button', { name: 'Retry' })
  await waitFor(() => expect(document.activeElement).toBe(retry))
  apiServer.resetHandlers()
  const { handlers } = walletServer(
    {},
    world.requests.filter(({ status }) => status === 'PENDING'),
  )
  apiServer.use(...handlers)
  await user.keyboard('{Enter}')
  await isAnnounced('Approved. Next: Ngozi Eze, 2 left')
})

it('has no button and no keys for an operator who may not decide', async () => {
  const { user } = openRequests(paths.wallets({ status: 'requests', review: 'r0', queue: 'status=PENDING' }), [
    signedInAs('AUDITOR'),
  ])
  await screen.findByRole('dialog', { name: 'Tier upgrade request' })
  await shows('Tunde Bakare')
  await waitFor(() => expect(panel().getByText('4 of 4')).toBeTruthy())
  await user.keyboard('ar')
  expect(screen.getAllByRole('dialog')).toHaveLength(1)
  expect(panel().queryByRole('region', { name: 'Queue' })).toBeNull()
  await user.keyboard('{Escape}q')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.queryByRole('button', { name: 'Review one by one' })).toBeNull()
})

it('has buttons alone while single-key shortcuts are off', async () => {
  localStorage.setItem(singleKeys, 'false')
  const { user } = openRequests()
  const button = await queueButton()
  expect(button.getAttribute('aria-keyshortcuts')).toBeNull()
  await user.keyboard('q')
  await user.click(button)
  await screen.findByRole('dialog', { name: 'Tier upgrade request' })
  await isOffered()
  await user.keyboard('arn')
  await shows('Tunde Bakare')
  expect(screen.getAllByRole('dialog')).toHaveLength(1)
})
