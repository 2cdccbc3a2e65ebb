import { contract } from '@kobo/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../../testing/app.ts'
import { aFundedMerchant, aPayout, eventually, ownAccount } from '../../testing/payouts.ts'

const { markSuccess, markFailed, requery } = contract.transactions
const opening = 100_000_000n
const reason = 'Confirmed with the bank by telephone'

/** Accounts for which the simulated switch responds with an unknown code and reports the outcome only after `letTell`. */
const openOutcome = '0123456909'
const refusedInTheEnd = '0123456803'
/** The name enquiry never gets a response, so the payout stays QUEUED. */
const stuckInQueue = '0123456805'
const neverArrives = '0123456802'

let app: TestApp
beforeAll(async () => {
  app = await startApp({
    rails: { settlesAfterMs: 600_000 },
    settings: { switchTimeoutMs: 1_500 },
    delays: { requerySeconds: () => 3600, unconfirmedSeconds: () => 3600 },
  })
})
afterAll(() => app.close())

async function order(accountNumber: string, wait: 'until pending' | 'no' = 'until pending') {
  const merchant = await aFundedMerchant(app.db, opening)
  const id = await aPayout(app.db, app.services.jobs, { merchant, accountNumber, amountKobo: 400_000n })
  if (wait === 'until pending') {
    // The second log of this kind records the unknown response.
    await eventually(async () => (await logsOf(id, 'FUND_PENDING')).length === 2)
  }
  return { merchant, id }
}

async function logsOf(id: string, category: string) {
  return await app.db
    .selectFrom('payout_log')
    .selectAll()
    .where('transaction_id', '=', id)
    .where('category', '=', category)
    .execute()
}

async function read(id: string) {
  return await app.db.selectFrom('transaction').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

/** Makes the switch report the outcome of a payment. */
async function revealOutcome(id: string): Promise<void> {
  const { session_id } = await read(id)
  await app.database.pool.query('update outside.payment set told_from = now() where session_id = $1', [session_id])
}

/** Returns the numbers of a payout's scheduled status queries. */
async function waitingQuestions(id: string): Promise<number[]> {
  const { rows } = await app.database.pool.query<{ attempt: number }>(
    `select (data ->> 'attempt')::int as attempt from pgboss.job
     where name = 'requery' and state = 'created' and data ->> 'transactionId' = $1 order by 1`,
    [id],
  )
  return rows.map(({ attempt }) => attempt)
}

async function audits(id: string) {
  return await app.db.selectFrom('audit').selectAll().where('record_id', '=', id).orderBy('at').execute()
}

describe('API-78 marking a payout as successful', () => {
  it('posts the hold of a pending payout and records the reason in trail and audit row', async () => {
    const { merchant, id } = await order(openOutcome)
    const ada = await app.signIn()
    const reply = await ada.call(markSuccess, { transactionId: id, reason })
    expect(reply).toMatchObject({ status: 200, message: 'The payout was marked as successful' })
    expect(reply.data).toEqual({ status: 'SUCCESS' })
    expect(await read(id)).toMatchObject({ status: 'SUCCESS', response_code: null })
    // 4,000 naira, a fee of 10 naira and VAT of 75 kobo.
    const remaining = opening - 400_000n - 1075n
    expect(await ownAccount(app.db, merchant.id)).toMatchObject({ booked_kobo: remaining, available_kobo: remaining })
    const { description } = await app.db
      .selectFrom('activity')
      .select('description')
      .where('transaction_id', '=', id)
      .where('category', '=', 'FUND_SUCCESS')
      .executeTakeFirstOrThrow()
    expect(description).toBe(`Adaeze Okonkwo marked it as successful: ${reason}`)
    expect(await audits(id)).toMatchObject([
      {
        action: 'payout.success',
        staff_id: ada.staffId,
        merchant_id: merchant.id,
        before: { status: 'PENDING' },
        after: { status: 'SUCCESS' },
        reason,
      },
    ])
  })

  it("applies the switch's decline instead of the operator's decision", async () => {
    const { merchant, id } = await order(refusedInTheEnd)
    await revealOutcome(id)
    const reply = await (await app.signIn()).call(markSuccess, { transactionId: id, reason })
    expect(reply.message).toBe('The switch responded 57 (Not permitted for the sender): the payout failed')
    expect(reply.data).toEqual({ status: 'FAILED' })
    expect(await ownAccount(app.db, merchant.id)).toMatchObject({ booked_kobo: opening, available_kobo: opening })
    expect(await logsOf(id, 'TRANSACTION_STATUS')).toMatchObject([{ response_code: '57' }])
  })

  it('rejects marking a queued payout as successful', async () => {
    const { id } = await order(stuckInQueue, 'no')
    const reply = await (await app.signIn()).call(markSuccess, { transactionId: id, reason })
    expect(reply).toMatchObject({ status: 422, code: 'refused' })
    expect(await read(id)).toMatchObject({ status: 'QUEUED' })
    expect(await audits(id)).toEqual([])
  })

  it('marks a payout once under fifty concurrent calls with one idempotency key', async () => {
    const { merchant, id } = await order(openOutcome)
    const ada = await app.signIn()
    const headers = { 'idempotency-key': 'mark-once-0001' }
    const replies = await Promise.all(
      Array.from({ length: 50 }, () => ada.call(markSuccess, { transactionId: id, reason }, { headers })),
    )
    const done = replies.filter(({ status }) => status === 200)
    expect(done.length).toBeGreaterThan(0)
    for (const { data } of done) expect(data).toEqual({ status: 'SUCCESS' })
    const fresh = done.filter((reply) => !reply.headers.has('idempotency-replayed'))
    expect(fresh).toHaveLength(1)
    for (const { code } of replies.filter(({ status }) => status !== 200)) expect(code).toBe('still_running')
    expect(await audits(id)).toHaveLength(1)
    const remaining = opening - 400_000n - 1075n
    expect(await ownAccount(app.db, merchant.id)).toMatchObject({ booked_kobo: remaining, available_kobo: remaining })
    const rejected = await ada.call(markSuccess, { transactionId: id, reason }, { headers })
    expect([rejected.status, rejected.headers.get('idempotency-replayed')]).toEqual([200, 'true'])
  })

  it('lets one of twenty concurrent operators decide and names that operator to the others', async () => {
    const { id } = await order(openOutcome)
    const names = Array.from({ length: 20 }, (_, number) => `Ada${number}`)
    const operators = await Promise.all(names.map((firstName) => app.signIn({ firstName })))
    const replies = await Promise.all(
      operators.map((client, number) =>
        client.call(number % 2 ? markSuccess : markFailed, { transactionId: id, reason }),
      ),
    )
    const winner = replies.findIndex(({ status }) => status === 200)
    const losers = replies.filter(({ status }) => status === 409)
    expect(losers).toHaveLength(19)
    const ended = winner % 2 ? 'succeeded' : 'failed'
    for (const { message } of losers) {
      expect(message).toMatch(
        new RegExp(String.raw`^Ada${winner} Okonkwo already decided this payout on \S+ \S+: it ${ended}$`),
      )
    }
    expect(await audits(id)).toHaveLength(1)
  })
})

describe('API-79 marking a payout as failed', () => {
  it('stops a queued payout before it is sent', async () => {
    const { merchant, id } = await order(stuckInQueue, 'no')
    const reply = await (await app.signIn()).call(markFailed, { transactionId: id, reason })
    expect(reply).toMatchObject({ status: 200, message: 'The payout was stopped' })
    expect(await read(id)).toMatchObject({ status: 'FAILED' })
    expect(await ownAccount(app.db, merchant.id)).toMatchObject({ available_kobo: opening })
    // Its name enquiry has timed out by then and was to be repeated a second later.
    await new Promise((resolve) => setTimeout(resolve, 3_000))
    expect(await read(id)).toMatchObject({ status: 'FAILED' })
  })

  it('releases the hold of a pending payout', async () => {
    const { merchant, id } = await order(openOutcome)
    const reply = await (await app.signIn()).call(markFailed, { transactionId: id, reason })
    expect(reply.data).toEqual({ status: 'FAILED' })
    expect(await ownAccount(app.db, merchant.id)).toMatchObject({ booked_kobo: opening, available_kobo: opening })
    expect(await audits(id)).toMatchObject([{ action: 'payout.failed', after: { status: 'FAILED' } }])
  })

  it("applies the switch's approval instead of the operator's decision", async () => {
    const { id } = await order(openOutcome)
    await revealOutcome(id)
    const reply = await (await app.signIn()).call(markFailed, { transactionId: id, reason })
    expect(reply.message).toBe('The switch responded 00 (Approved): the payout succeeded')
    expect(await read(id)).toMatchObject({ status: 'SUCCESS', response_code: '00' })
  })

  it('rejects marking a payout as failed without a reason', async () => {
    const ada = await app.signIn()
    const reply = await ada.call(markFailed, { transactionId: 'x', reason: ' ' })
    expect(reply).toMatchObject({ status: 400, fields: { reason: 'Reason is required' } })
  })
})

describe("status queries after an operator's decision", () => {
  it.each([
    ['marked as failed', markFailed, 'FUND_FAILED'],
    ['marked as successful', markSuccess, 'FUND_SUCCESS'],
  ] as const)('queries a payout that was %s for 72 hours', async (_, call, step) => {
    const { id } = await order(openOutcome)
    expect(await read(id)).toMatchObject({ asked_until: null, questions: 0 })
    expect(await waitingQuestions(id)).toEqual([1])
    expect((await (await app.signIn()).call(call, { transactionId: id, reason })).status).toBe(200)
    const { created_at: decided } = await app.db
      .selectFrom('activity')
      .select('created_at')
      .where('transaction_id', '=', id)
      .where('category', '=', step)
      .executeTakeFirstOrThrow()
    const until = new Date(Date.parse(decided) + 72 * 3_600_000).toISOString()
    expect(await read(id)).toMatchObject({ asked_until: until, questions: 1 })
    // The status query scheduled before is obsolete and is not sent when it is due.
    expect(await waitingQuestions(id)).toEqual([1, 2])
  })

  it('schedules no status query when the switch has responded or nothing was sent', async () => {
    const responded = await order(openOutcome)
    await revealOutcome(responded.id)
    const refused = await order(refusedInTheEnd)
    await revealOutcome(refused.id)
    const queued = await order(stuckInQueue, 'no')
    const ada = await app.signIn()
    for (const { id } of [responded, refused, queued]) {
      expect((await ada.call(markFailed, { transactionId: id, reason })).status).toBe(200)
      expect(await read(id)).toMatchObject({ asked_until: null, questions: 0 })
      expect(await waitingQuestions(id)).not.toContain(2)
    }
  })
})

describe('API-80 requery of the switch', () => {
  it("C-17 reports a pending payout, then applies the switch's final response, with a log of each query", async () => {
    const { id } = await order(openOutcome)
    const ada = await app.signIn()
    const open = await ada.call(requery, { transactionId: id })
    expect(open.data).toEqual({ status: 'PENDING', responseCode: '09' })
    await revealOutcome(id)
    const reply = await ada.call(requery, { transactionId: id })
    expect(reply.data).toEqual({ status: 'SUCCESS', responseCode: '00' })
    expect(reply.message).toBe('The switch responded 00 (Approved): the payout succeeded')
    expect((await logsOf(id, 'TRANSACTION_STATUS')).map((log) => log.response_code)).toEqual(['09', '00'])
    expect((await audits(id)).map(({ action }) => action)).toEqual(['payout.requery', 'payout.requery'])
  })

  it('treats "no record" as a failure only after the configured wait', async () => {
    const { id } = await order(neverArrives)
    const ada = await app.signIn()
    expect((await ada.call(requery, { transactionId: id })).data).toEqual({ status: 'PENDING', responseCode: '25' })
    app.clock.advance(app.services.settings.switchSilenceMs)
    expect((await ada.call(requery, { transactionId: id })).data).toEqual({ status: 'FAILED', responseCode: '25' })
  })

  it('raises an alert and posts one compensation when the switch approves a failed payout', async () => {
    const { merchant, id } = await order(openOutcome)
    const ada = await app.signIn()
    await ada.call(markFailed, { transactionId: id, reason })
    await revealOutcome(id)
    const reply = await ada.call(requery, { transactionId: id })
    expect(reply.message).toMatch(
      /^The switch responded 00 \(Approved\)\. The switch approved this payout after it had failed/,
    )
    expect(reply.data).toEqual({ status: 'FAILED', responseCode: '00' })
    expect((await read(id)).alert).toMatch(/₦4,000\.00 was paid out and also returned to the payer/)
    expect((await ada.call(requery, { transactionId: id })).status).toBe(200)
    const { rows } = await app.database.pool.query(
      `select t.kind, p.kind as account, amount_kobo::int as amount from transfer t join entry e on e.transfer_id = t.id
       join provider_account p on p.id = e.account_id where t.transaction_id = $1 order by t.at, t.kind, e.position`,
      [id],
    )
    expect(rows).toEqual([
      { kind: 'COMPENSATION', account: 'RECOVERY', amount: -400_000 },
      { kind: 'COMPENSATION', account: 'FLOAT_NIP', amount: 400_000 },
      { kind: 'PROVIDER_COST', account: 'PROVIDER_COST', amount: -2688 },
      { kind: 'PROVIDER_COST', account: 'FLOAT_NIP', amount: 2688 },
    ])
    expect(await ownAccount(app.db, merchant.id)).toMatchObject({ booked_kobo: opening, available_kobo: opening })
  })

  it('rejects a requery of an unsent payout, and returns 404 in the other mode', async () => {
    const { id } = await order(stuckInQueue, 'no')
    const ada = await app.signIn()
    expect(await ada.call(requery, { transactionId: id })).toMatchObject({ status: 422 })
    const test = await app.signIn({ mode: 'SANDBOX' })
    for (const call of [markSuccess, markFailed]) {
      expect(await test.call(call, { transactionId: id, reason })).toMatchObject({ status: 404 })
    }
    expect(await test.call(requery, { transactionId: id })).toMatchObject({ status: 404 })
    expect(await ada.call(requery, { transactionId: 'no id' })).toMatchObject({ status: 404 })
  })
})
