import { contract } from '@kobo/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { transact } from '../../db/transact.ts'
import { authorisePurchase } from '../../engine/cards/authorise-purchase.ts'
import { clearPurchase } from '../../engine/cards/clear-purchase.ts'
import { reversePurchase } from '../../engine/cards/reverse-purchase.ts'
import { bookTransfer } from '../../engine/book-transfer.ts'
import { dispatchScheduled } from '../../engine/schedules/dispatch-scheduled.ts'
import { type Client, startApp, type TestApp } from '../../testing/app.ts'
import { aBatch, aRow, itemsOf } from '../../testing/batches.ts'
import { aCardPayer, aCheckout, acquirerPays, paidByCard } from '../../testing/card-payments.ts'
import { aChild, aChildPayout, paidOnChild } from '../../testing/child-accounts.ts'
import { aWallet, aWalletAccount } from '../../testing/factories.ts'
import { aCard, schemeMessage } from '../../testing/issued-cards.ts'
import { aFundedMerchant, aPayout, eventually, ownAccount } from '../../testing/payouts.ts'
import { refund } from '../../testing/refund-bookkeeping.ts'
import { aScheduledPayout } from '../../testing/timed-payouts.ts'
import { processItems } from '../../testing/run-inline.ts'

const { tell: story } = contract.transactionStory
const { requery, markFailed, markSuccess } = contract.transactions
const opening = 100_000_000n
const reason = 'Seen in the report'
const name = 'Adire & Indigo Textiles Ltd'

/** The last three digits select the behaviour of the simulated switch. */
const to = {
  success: '0123456900',
  refused: '0123456957',
  open: '0123456909',
  silent: '0123456805',
  never: '0123456802',
}

let app: TestApp
let ada: Client
beforeAll(async () => {
  app = await startApp({
    rails: { settlesAfterMs: 600_000 },
    // A missing record is a failure at the first status query.
    settings: { switchTimeoutMs: 1_500, switchSilenceMs: 0 },
    delays: { requerySeconds: () => 3600, unconfirmedSeconds: () => 3600 },
  })
  ada = await app.signIn()
})
afterAll(() => app.close())

const read = async (transactionId: string) => (await ada.call(story, { transactionId })).data.story

/** Returns an explanation with its times replaced, because they depend on the clock. */
async function explanationOf(transactionId: string): Promise<string> {
  const { sentence } = await read(transactionId)
  return sentence.replaceAll(/(on )?(\d\d-\d\d-\d{4} )?(at )?\d\d:\d\d:\d\d/g, '[when]')
}

async function order(accountNumber: string, becomes?: string) {
  const merchant = await aFundedMerchant(app.db, opening)
  const id = await aPayout(app.db, app.services.jobs, { merchant, accountNumber, amountKobo: 400_000n })
  if (becomes !== undefined) await eventually(async () => (await statusOf(id)) === becomes)
  return { merchant, id }
}

async function statusOf(id: string) {
  const row = await app.db.selectFrom('transaction').select('status').where('id', '=', id).executeTakeFirstOrThrow()
  return row.status
}

/** Waits until the switch has responded that the outcome is unknown, or has not responded in time. */
async function waitForResponse(id: string) {
  await eventually(async () => {
    const logs = await app.db
      .selectFrom('payout_log')
      .select('id')
      .where('transaction_id', '=', id)
      .where('category', '=', 'FUND_PENDING')
      .execute()
    return logs.length === 2
  })
}

describe('STORY-01 payout explanation', () => {
  it('explains a queued payout', async () => {
    const { id } = await order(to.silent)
    expect(await explanationOf(id)).toBe(
      `Queued: not sent to the switch yet; nothing has been debited from ${name} or is held for it`,
    )
    expect(await read(id)).toMatchObject({ other: 'the switch', holds: [], transfers: [], asked: 0, origin: null })
  })

  it('STORY-04 explains a pending payout with its next status query and each response with its time', async () => {
    const { merchant, id } = await order(to.open)
    await waitForResponse(id)
    expect(await explanationOf(id)).toBe(
      'Pending: sent [when], not confirmed by the switch: its response was "The request is being processed" ' +
        `(09); ₦4,010.75 is held on ${name}; next status query [when] (number 1)`,
    )
    for (let time = 0; time < 3; time += 1) await ada.call(requery, { transactionId: id })
    const open = await read(id)
    expect(open).toMatchObject({ asked: 3, next: { number: 1 } })
    expect(open.answers.map(({ responseCode }) => responseCode)).toEqual(['09', '09', '09'])
    const times = open.answers.map(({ at }) => Date.parse(at))
    expect(times).toEqual(times.toSorted((a, b) => b - a))
    const inSeconds = (Date.parse(open.next?.at ?? '') - Date.now()) / 1000
    expect(inSeconds).toBeGreaterThan(3500)
    expect(inSeconds).toBeLessThanOrEqual(3600)
    const account = await ownAccount(app.db, merchant.id)
    expect(open.holds).toMatchObject([{ accountId: account.id, amount: 4010.75, status: 'HELD', endedAt: null }])
    expect(open.reply).toContain('Please do not send it again')
  })

  it('STORY-05 explains a successful payout with its ledger entries, which sum to zero', async () => {
    const { merchant, id } = await order(to.success, 'SUCCESS')
    expect(await explanationOf(id)).toBe(
      `Paid: accepted by Guaranty Trust Bank [when]; ₦4,010.75 was debited from ${name}`,
    )
    const { transfers, holds, next } = await read(id)
    expect(next).toBeNull()
    expect(holds).toMatchObject([{ amount: 4010.75, status: 'POSTED', endedAt: expect.any(String) }])
    expect(transfers.map(({ kind }) => kind)).toEqual(['PAYOUT', 'PROVIDER_COST'])
    const account = await ownAccount(app.db, merchant.id)
    expect(transfers[0]?.lines).toEqual([
      { accountId: account.id, name, accountNumber: account.account_number, direction: 'DEBIT', amount: 4010.75 },
      expect.objectContaining({ name: 'Float at NIP', direction: 'CREDIT', amount: 4000 }),
      expect.objectContaining({ name: 'Fee income', direction: 'CREDIT', amount: 10 }),
      expect.objectContaining({ name: 'VAT payable', direction: 'CREDIT', amount: 0.75 }),
    ])
    for (const { lines } of transfers) {
      expect(
        lines.reduce((all, { direction, amount }) => all + (direction === 'CREDIT' ? amount : -amount), 0),
      ).toBeCloseTo(0)
    }
  })

  it('explains a payout that the switch declined and one that it has no record of', async () => {
    const refused = await order(to.refused, 'FAILED')
    expect(await explanationOf(refused.id)).toBe(
      `Failed: the switch rejected it: Not permitted for the sender (57); ₦4,010.75 returned to ${name} [when]`,
    )
    const neverSent = await order(to.never)
    await waitForResponse(neverSent.id)
    await ada.call(requery, { transactionId: neverSent.id })
    expect(await explanationOf(neverSent.id)).toBe(
      `Failed: the switch has no record of it, so it has not reached Guaranty Trust Bank; ₦4,010.75 returned to ${name} ` +
        '[when]; we keep querying the switch until [when]; next status query [when] (number 2)',
    )
    expect((await read(neverSent.id)).transfers).toEqual([])
  })

  it("explains an operator's decision with name and reason, and a payout stopped before it was sent", async () => {
    const failed = await order(to.open)
    await waitForResponse(failed.id)
    await ada.call(markFailed, { transactionId: failed.id, reason })
    expect(await explanationOf(failed.id)).toMatch(
      /^Failed: Adaeze Okonkwo marked it as failed: Seen in the report; ₦4,010\.75 returned to .+; we keep querying the switch until \[when\]; next status query \[when\] \(number 2\)$/,
    )
    const paid = await order(to.open)
    await waitForResponse(paid.id)
    await ada.call(markSuccess, { transactionId: paid.id, reason })
    expect(await explanationOf(paid.id)).toMatch(
      /^Marked as paid: Adaeze Okonkwo marked it as successful: Seen in the report; ₦4,010\.75 was debited from .+; we keep querying the switch/,
    )
    const unresponsive = await order(to.silent)
    await ada.call(markFailed, { transactionId: unresponsive.id, reason })
    expect(await explanationOf(unresponsive.id)).toBe(
      `Failed: Adaeze Okonkwo marked it as failed: ${reason}; it was never sent; nothing was debited from ${name}`,
    )
    expect((await read(unresponsive.id)).reply).not.toContain('Adaeze')
  })

  it('explains a payout approved after it had failed as paid at our cost', async () => {
    const { id } = await order(to.open)
    await waitForResponse(id)
    await ada.call(markFailed, { transactionId: id, reason })
    await app.database.pool.query(
      `update outside.payment set told_from = now() where session_id = (select session_id from transaction where id = $1)`,
      [id],
    )
    await ada.call(requery, { transactionId: id })
    expect(await explanationOf(id)).toBe(
      `Failed, then approved: ₦4,010.75 returned to ${name} [when]; the switch approved it [when], ` +
        'so ₦4,000.00 was paid at our cost and must be recovered',
    )
    expect((await read(id)).transfers.map(({ kind }) => kind)).toEqual(['COMPENSATION', 'PROVIDER_COST'])
  })

  it('STORY-06 links to the batch or schedule of the payout', async () => {
    const merchant = await aFundedMerchant(app.db, opening)
    const { batchId, reference } = await aBatch(app.db, app.services.jobs, merchant, [aRow()])
    const { id: scheduleId } = await aScheduledPayout(app.db, merchant, { due_at: app.clock.now().toISOString() })
    await processItems(dispatchScheduled(app.engine))
    const scheduled = await eventually(async () => {
      const { transaction_id } = await app.db
        .selectFrom('scheduled_payout')
        .select('transaction_id')
        .where('id', '=', scheduleId)
        .executeTakeFirstOrThrow()
      return transaction_id
    })
    expect((await read(scheduled)).origin).toEqual({ batchReference: null, scheduleId, recurringId: null })
    const ofBatch = await eventually(async () => {
      const [item] = await itemsOf(app.db, batchId)
      return item?.transaction_id
    })
    expect((await read(ofBatch)).origin).toMatchObject({ batchReference: reference })
  })

  it('returns 404 for a transaction of the other mode', async () => {
    const { id } = await order(to.silent)
    const tester = await app.signIn({ mode: 'SANDBOX' })
    expect(await tester.call(story, { transactionId: id })).toMatchObject({ status: 404, code: 'not_found' })
    expect(await ada.call(story, { transactionId: 'nobody' })).toMatchObject({ status: 404 })
  })
})

describe('STORY-02 explanation by kind of transaction', () => {
  it('explains a book transfer from both accounts', async () => {
    const merchant = await aFundedMerchant(app.db, opening)
    const wallet = await aWallet(app.db, merchant, { account_name: 'Chidi Okafor' })
    await aWalletAccount(app.db, wallet)
    const own = { merchantId: merchant.id, walletId: null }
    const { debitId, creditId } = await transact(app.db, (t) =>
      bookTransfer(t, {
        mode: 'PRODUCTION',
        from: own,
        to: { ...own, walletId: wallet.id },
        amountKobo: 250_000n,
        reference: 'move-1',
        narration: 'Pocket money',
        at: app.clock.now(),
      }),
    )
    const expected = `Transferred: ₦2,500.00 from ${name} to Chidi Okafor [when]`
    expect(await explanationOf(debitId)).toBe(`${expected}; ₦2,500.00 was debited from ${name}`)
    expect(await explanationOf(creditId)).toBe(`${expected}; ₦2,500.00 was credited to Chidi Okafor`)
    const [debit, credit] = [await read(debitId), await read(creditId)]
    expect(debit.transfers).toMatchObject([{ kind: 'MOVE', lines: [{ direction: 'DEBIT' }, { direction: 'CREDIT' }] }])
    expect(credit.transfers).toEqual(debit.transfers)
  })

  it("explains a child account's collection and payout with their linked charges", async () => {
    const merchant = await aFundedMerchant(app.db, opening)
    const child = await aChild(app.db, { merchant })
    const collection = await paidOnChild(app.db, app.services.jobs, child, { amountKobo: 2_010_808n })
    expect(await explanationOf(collection)).toBe(
      'Collected: Hadiza Bello paid [when]; ₦20,000.00 was credited to School fees, ₦20,108.08 less ₦108.08 of charges',
    )
    const charge = await app.db
      .selectFrom('transaction')
      .select('id')
      .where('account_id', '=', child.id)
      .where('category', '=', 'CREDIT_CHILD_ACCOUNT_CHARGES')
      .executeTakeFirstOrThrow()
    expect(await explanationOf(charge.id)).toMatch(
      /^Charged: Charge for COL-\d+, \[when\]; ₦108\.08 was debited from School fees$/,
    )
    expect((await read(charge.id)).transfers).toEqual((await read(collection)).transfers)
    const payout = await aChildPayout(app.db, app.services.jobs, child, { amountKobo: 400_000n })
    await eventually(async () => (await statusOf(payout)) === 'SUCCESS')
    const { holds, sentence } = await read(payout)
    expect(sentence).toContain(
      `; ₦${holds[0]?.amount.toLocaleString('en', { minimumFractionDigits: 2 })} was debited from School fees`,
    )
  })

  it('explains a card collection before and after the acquirer settles it, and its refund', async () => {
    const merchant = await aFundedMerchant(app.db, opening)
    const { id } = await ownAccount(app.db, merchant.id)
    const account = { id, mode: 'PRODUCTION' as const, merchantId: merchant.id, walletId: null, kind: 'MERCHANT' }
    const waiting = await transact(app.db, async (t) => {
      const at = app.clock.now()
      return await aCardPayer(t, (await aCheckout(t, account, { at })).id, at)
    })
    expect(await explanationOf(waiting.id)).toBe(
      `Pending: the acquirer has not confirmed the card payment; nothing has been credited to ${name}`,
    )
    const paid = await transact(app.db, (t) => paidByCard(t, account, app.clock.now()))
    const credited = (kobo: string) =>
      new RegExp(
        `^Collected by card: a Verve card ending 0603 paid \\[when\\]; ₦[\\d,.]+ was credited to ${name}, .+; ${kobo}`,
      )
    expect(await explanationOf(paid.id)).toMatch(credited('₦[\\d,.]+ is held until the acquirer settles it$'))
    await transact(app.db, (t) => acquirerPays(t, [paid], app.clock.now()))
    expect(await explanationOf(paid.id)).toMatch(credited('settled by the acquirer \\[when\\], so it is available$'))
    const going = await transact(app.db, (t) => refund(t, account, 'SUCCESS', { amountKobo: 100_000n }))
    expect(await explanationOf(going.id)).toBe(
      `Refunded: accepted by Guaranty Trust Bank; ₦1,000.00 was debited from ${name}`,
    )
    expect(await explanationOf(going.collectionId)).toMatch(/; ₦1,000\.00 was refunded to the payer$/)
  })

  it('explains a card purchase from authorisation to reversal', async () => {
    const merchant = await aFundedMerchant(app.db, opening)
    const card = await aCard(app.db, { mode: 'PRODUCTION', merchantId: merchant.id, walletId: null })
    const message = schemeMessage(card)
    const repeated = () => ({ ...message, messageId: crypto.randomUUID() })
    const { transactionId } = await transact(app.db, (t) => authorisePurchase(t, null, message))
    expect(await explanationOf(transactionId)).toBe(
      `Authorised: not cleared by Mama Put Kitchen yet; ₦500.00 is held on ${name} until it is cleared ` +
        'or released, [when] at the latest',
    )
    await transact(app.db, (t) => clearPurchase(t, null, repeated()))
    const cleared = `Cleared: ₦500.00 by Mama Put Kitchen [when]; ₦500.00 was debited from ${name}`
    expect(await explanationOf(transactionId)).toBe(cleared)
    const reversal = await transact(app.db, (t) => reversePurchase(t, null, repeated()))
    expect(await explanationOf(transactionId)).toBe(`${cleared}; Mama Put Kitchen reversed all of it [when]`)
    expect(await explanationOf(reversal.transactionId ?? '')).toBe(
      `Reversed: Mama Put Kitchen returned a card payment [when]; ₦500.00 was credited to ${name}`,
    )
    const other = schemeMessage(card)
    const held = await transact(app.db, (t) => authorisePurchase(t, null, other))
    await transact(app.db, (t) => reversePurchase(t, null, { ...other, messageId: crypto.randomUUID() }))
    expect(await explanationOf(held.transactionId)).toBe(
      `Released: Reversed by the scheme before clearing; ₦500.00 returned to ${name} [when]`,
    )
    const declined = await transact(app.db, (t) =>
      authorisePurchase(t, null, schemeMessage(card, { amountKobo: 2n * opening })),
    )
    expect(await explanationOf(declined.transactionId)).toMatch(
      /^Declined: .+; nothing was held on or debited from .+$/,
    )
  })
})
