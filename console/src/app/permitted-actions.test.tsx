import { contract } from '@kobo/contract'
import type { Call } from '@kobo/contract/kit/call'
import type { User } from '@kobo/contract/session'
import { cleanup, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { callKey } from '../api/use-api-query.ts'
import { settled } from '../testing/bare-console.ts'
import { bareServer, type FieldValues } from '../testing/bare-reply.ts'
import { renderConsole } from '../testing/render-console.tsx'
import { signedInAs } from '../testing/signed-in-as.ts'

// The outages of the test server are none.
const { session: _, outside: __, ...areas } = contract
const calls = Object.values(areas).flatMap((area): Call[] => Object.values(area))
const { cards, charges, contact, disputes, freezes, invites, ledger, merchants, merchantUpgrades, payoutDecisions } =
  contract
const {
  jobs,
  liens,
  messages,
  notes,
  refunds,
  roles,
  secondFactor,
  services,
  settings,
  settlements,
  statements,
  team,
  transactions,
  wallets,
  walletUpgrades,
  webhooks,
  workItems,
} = contract

/** A call, the role and name of the control that offers it, the address of its page, and the record values that it requires. */
type Action = [calls: readonly Call[], role: string, name: string | RegExp, address: string, values: FieldValues]

const now = '2026-11-26T18:00:00.000Z'
const merchant = '/merchants/some id'
const wallet = '/wallets/some id'
const transaction = '/payout/some id/transaction-payout'
const dispute = '/disputes/some id/merchant'
const open = { verified: 'SUBMITTED' }
const pending = { status: 'PENDING' }
const sent = { category: 'BANK_TRANSFER', type: 'DEBIT', status: 'PENDING' }
const frozen = { isFrozen: true, kind: 'MERCHANT', startedAt: now, scopes: ['MONEY_OUT'], endedAt: null }

const actions: Action[] = [
  [[merchants.approve], 'button', 'Approve', merchant, open],
  [[merchants.decline], 'button', 'Decline', merchant, open],
  [[merchants.startReview], 'button', 'Start review', merchant, open],
  [[merchants.changeStatus], 'button', 'Deactivate', merchant, { status: 'ACTIVE', verified: 'ACCEPTED' }],
  [[merchants.configure], 'switch', 'Refunds', merchant, {}],
  [[cards.setUp], 'switch', 'Cards', merchant, { isCardEnabled: false }],
  [[charges.update], 'button', 'Edit KYC', `${merchant}?status=charges`, {}],
  [[freezes.freezeMerchant], 'button', 'Freeze', merchant, { freezes: [] }],
  [[freezes.unfreezeMerchant], 'button', 'Lift the freeze', merchant, frozen],
  [[freezes.freezeAccount], 'button', 'Freeze', wallet, { freezes: [], merchant: { id: 'm1' } }],
  [
    [freezes.unfreezeAccount],
    'button',
    'Lift the freeze',
    wallet,
    { ...frozen, kind: 'WALLET', walletId: 'some id', merchant: { id: 'm1' } },
  ],
  [[liens.place], 'button', 'Place a lien', wallet, { liens: [], merchant: { id: 'm1' } }],
  [[liens.release], 'button', /^Release the lien/, wallet, { merchant: { id: 'm1' } }],
  [[merchantUpgrades.approve], 'button', 'Approve', '/merchants?status=upgrade&upgrade=some id', pending],
  [[merchantUpgrades.decline], 'button', 'Decline', '/merchants?status=upgrade&upgrade=some id', pending],
  [[wallets.enable], 'button', 'Enable', wallet, { status: 'INACTIVE' }],
  [[wallets.disable], 'button', 'Disable', wallet, { status: 'ACTIVE' }],
  [[wallets.reveal], 'button', 'Reveal BVN', wallet, { bvn: '*******1234' }],
  [[walletUpgrades.approve], 'button', 'Approve', '/wallets?status=requests&review=some id', pending],
  [[walletUpgrades.reject], 'button', 'Reject', '/wallets?status=requests&review=some id', pending],
  [[transactions.requery], 'button', 'Requery', transaction, sent],
  [[transactions.markFailed], 'button', 'Mark as failed', transaction, sent],
  [[transactions.markSuccess], 'button', 'Mark as successful', transaction, sent],
  [[transactions.resendWebhook], 'button', 'Resend Webhook Event', transaction, { ...sent, status: 'SUCCESS' }],
  [[workItems.next], 'button', 'Next item', '/my-work', {}],
  [[workItems.release], 'button', 'Hand over', '/my-work', {}],
  [[workItems.claim], 'button', 'Claim', '/my-work', { claim: null }],
  [[workItems.snooze], 'button', 'Snooze', '/my-work', {}],
  // The menu of a row also tries its jobs, or sends its webhooks, again.
  [[workItems.assign, jobs.revive, webhooks.resendFailed], 'button', /^Actions for/, '/my-work', {}],
  [[workItems.reassign], 'button', /^Reassign what /, '/my-work?status=team', { holds: 2 }],
  [[workItems.changeClock], 'button', /^Change the clock/, '/my-work?status=clocks', { kind: 'KYC' }],
  [[workItems.changeHours], 'button', 'Change hours and holidays', '/my-work?status=clocks', {}],
  [[refunds.request], 'button', 'Refund', transaction, { refunds: { left: 1, made: [] } }],
  [
    [payoutDecisions.cancelScheduled],
    'button',
    'Cancel payout',
    '/payout?status=scheduled&scheduleId=some id',
    { status: 'NEW' },
  ],
  [
    [payoutDecisions.pauseRecurrent, payoutDecisions.endRecurrent],
    'button',
    'Pause',
    '/payout?status=recurring&recurrentId=some id',
    { status: 'ACTIVE' },
  ],
  [
    [payoutDecisions.resumeRecurrent],
    'button',
    'Resume',
    '/payout?status=recurring&recurrentId=some id',
    { status: 'INACTIVE' },
  ],
  [
    [payoutDecisions.stopBulk],
    'button',
    'Stop batch',
    '/payout/some id/bulk',
    {
      status: 'PROCESSING',
      unsent: { items: 3, amount: 9 },
      batch: {
        id: 'b1',
        createdAt: now,
        batchReference: 'some id',
        totalRecords: 3,
        totalInvalidRecords: 0,
        status: 'PROCESSING',
      },
    },
  ],
  [[settlements.resend], 'button', 'Retry transaction', '/settlements/some id', settlementOf({ status: 'FAILED' })],
  [[cards.setUp], 'button', 'Set up cards', '/cards', {}],
  [[cards.block], 'button', 'Block card', '/cards/some id', { status: 'ACTIVE' }],
  [[cards.unblock], 'button', 'Unblock card', '/cards/some id', { status: 'BLOCKED' }],
  [[cards.remove], 'button', 'Delete card', '/cards/some id', { status: 'BLOCKED' }],
  [[cards.approveBatch], 'button', 'Approve', '/cards?status=batches&batchId=some id', pending],
  [[cards.declineBatch], 'button', 'Decline', '/cards?status=batches&batchId=some id', pending],
  [[cards.approveBatch], 'button', /^Actions for/, '/cards?status=batches', pending],
  [[disputes.initiate], 'button', 'Initiate Dispute', '/disputes', {}],
  [[disputes.changeStatus], 'button', 'Start review', dispute, { status: 'NEW' }],
  [[disputes.sendMessage], 'button', 'Send', dispute, {}],
  [[disputes.changeConversation], 'switch', /^Conversation/, dispute, {}],
  [[contact.answer], 'button', 'Send answer', '/contact-us?messageId=some id', { status: 'NEW' }],
  [[services.change], 'switch', 'some name', '/juju-services', { status: 'ACTIVE' }],
  [[ledger.startCheck], 'button', 'Check now', '/ledger-position', { running: null, last: null }],
  [[invites.send], 'button', 'Invite Teams', '/teams', {}],
  [[invites.send], 'button', 'resend invite', '/teams', { consumated: false }],
  [[roles.create], 'button', 'Create role', '/teams?status=roles', {}],
  [[roles.update], 'button', 'Edit', '/teams?status=roles&role=some id', { isBuiltIn: false, rights: [] }],
  [[roles.retire], 'button', 'Retire', '/teams?status=roles&role=some id', { isBuiltIn: false, rights: [] }],
  [[settings.changeTransferRoute], 'button', 'Update route', '/settings', { mayChange: true }],
]

function settlementOf(values: FieldValues): FieldValues {
  return { settlement: { id: 'some id', createdAt: now, amount: 5, ...values } }
}

/** Calls that the console does not offer anywhere, or only in menus and dialogs whose own tests have them. */
const notOffered = [
  settlements.card,
  notes.write,
  notes.strike,
  messages.send,
  statements.email,
  statements.withdraw,
  team.changeMember,
  secondFactor.reset,
]

/** A read for the contract, which auditors may make. */
const statement: Action = [[statements.download], 'button', 'Generate Statement', `${merchant}?status=transactions`, {}]

it('covers every call of the contract that changes something or reveals a number', () => {
  const covered = [
    ...actions.flatMap(([acting]) => acting),
    ...statement[0],
    ...notOffered,
    ...Object.values(contract.roles),
  ].map(callKey)
  const acting = calls.filter(
    ({ permission, effect }) => permission !== 'public' && permission !== 'own' && effect !== 'read',
  )
  expect(acting.map(callKey).filter((key) => !covered.includes(key))).toEqual([])
})

/** Renders the page of an action on a server that has all calls, and returns the controls that offer it. */
async function offeredTo(role: string, [, kind, name, address, values]: Action, changes: Partial<User> = {}) {
  renderConsole(address, [signedInAs(role, changes), ...bareServer(calls, values)])
  await screen.findByRole('main', { hidden: true })
  await settled()
  return () => screen.queryAllByRole(kind, { name, hidden: true })
}

describe.each(actions)('%#', (...action) => {
  const [acting, kind, name, address] = action
  const title = `${acting.map(callKey).join(', ')}: the ${kind} ${String(name)} of ${address}`

  it(`is offered to administrators: ${title}`, async () => {
    const controls = await offeredTo('ADMIN', action)
    await expect.poll(() => controls().length).toBeGreaterThan(0)
  })

  it(`is absent for auditors: ${title}`, async () => {
    const controls = await offeredTo('AUDITOR', action)
    expect(controls()).toEqual([])
  })
})

it('offers statements to auditors, but not in a role without them', async () => {
  const toAuditors = await offeredTo('AUDITOR', statement)
  await expect.poll(() => toAuditors().length).toBeGreaterThan(0)
  cleanup()
  const rights = [{ permission: 'merchants.read' }, { permission: 'transactions.read' }]
  const toOthers = await offeredTo('AUDITOR', statement, { rights })
  expect(toOthers()).toEqual([])
})
