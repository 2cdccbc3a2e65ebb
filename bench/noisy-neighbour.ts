// Measures the effect of one hanging, silent or flooding party on all others: npm run bench:isolation [-- --payouts 100 --flood 5000]
// Uses a fresh demo and alternates the compared cases. `payouts`: number to each bank, and events of each receiver.
import { writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { median } from './bench-server.ts'
import { someAccount, startPayers, switchMs } from './payers.ts'

const text = { type: 'string' } as const
const { values: options } = parseArgs({
  options: {
    payouts: { ...text, default: '100' },
    flood: { ...text, default: '5000' },
    singles: { ...text, default: '40' },
  },
})
const perBank = Number(options.payouts)
const floods = Number(options.flood)
const rounds = 2
const receivers = 24
const quietSingles = Number(options.singles)
/** Minimum number of remaining payouts that still counts as a flood. */
const minimumFlood = floods / 10
const later = 3600

const { client, merchants, banks, behave, ask: callApi, stop } = await startPayers(receivers)
let orders = 0
try {
  const [undisturbed, hung] = await alternate((isHung) => payoutPace(isHung ? (banks[0] ?? '') : null))
  const [heard, muted] = await alternate(deliveryPace)
  report({ whole: undisturbed, hung, heard, muted, ...(await flood()) })
} finally {
  await stop()
}

/** Returns the median rates without and with the disturbance. */
async function alternate(measure: (isDisturbed: boolean) => Promise<number>): Promise<[number, number]> {
  const paces: [number[], number[]] = [[], []]
  for (let round = 0; round < rounds; round++) {
    paces[0].push(await measure(false))
    paces[1].push(await measure(true))
  }
  return [median(paces[0]), median(paces[1])]
}

interface Order {
  merchantId: string
  bankCode: string
  afterSeconds?: number
}

/** Returns the time of submission and the payout. */
async function order({ merchantId, bankCode, afterSeconds = 0 }: Order): Promise<{ id: string; at: number }> {
  orders += 1
  const at = Date.now()
  const { transactionId } = await callApi(merchantId, 'payouts', {
    reference: `FAIR-${at}-${orders}`,
    amount: 100,
    beneficiary: { name: 'Chidi Okafor', accountNumber: someAccount(orders), bankCode },
    afterSeconds,
  })
  return { id: String(transactionId), at }
}

async function submitAll(payouts: readonly Order[]): Promise<string[]> {
  const waiting = payouts.values()
  const ids: string[] = []
  const submitNext = async () => {
    for (const payout of waiting) ids.push((await order({ ...payout, afterSeconds: later })).id)
  }
  await Promise.all(Array.from({ length: 8 }, submitNext))
  return ids
}

/** Makes all payouts submitted for later due now. */
async function begin(): Promise<number> {
  const at = Date.now()
  await client.query(`update pgboss.job set start_after = now() where name = 'payout' and state = 'created'`)
  return at
}

/** Returns payouts per second to all banks except the first, which does not respond if it is silent. */
async function payoutPace(silentBank: string | null): Promise<number> {
  const payouts = Array.from({ length: perBank * banks.length }, (_, nth) => ({
    bankCode: banks[nth % banks.length] ?? '',
    merchantId: merchants[(nth + Math.floor(nth / banks.length)) % merchants.length] ?? '',
  }))
  await behave({ silentBanks: silentBank === null ? [] : [silentBank] })
  const ids = await submitAll(payouts)
  const begunAt = await begin()
  const others = 'from transaction where id = any($1::uuid[]) and beneficiary_bank_code <> $2'
  for (;;) {
    await sleep(250)
    const { rows } = await client.query<{ n: string; last: Date }>(
      `select count(*) as n, max(paid_at) as last ${others} and status = 'SUCCESS'`,
      [ids, banks[0]],
    )
    const n = Number(rows[0]?.n)
    if (n < perBank * (banks.length - 1)) continue
    await behave({ silentBanks: [] })
    await untilNone(`from transaction where id = any($1::uuid[]) and status = 'QUEUED'`, [ids])
    await untilNone(`from webhook_event where transaction_id = any($1::uuid[]) and status = 'PENDING'`, [ids])
    return n / (((rows[0]?.last.getTime() ?? 0) - begunAt) / 1000)
  }
}

async function untilNone(question: string, values: unknown[]): Promise<void> {
  while ((await client.query(`select ${question} limit 1`, values)).rows.length > 0) await sleep(100)
}

/** Returns deliveries per second to all receivers except the last, which does not respond if it is silent. */
async function deliveryPace(isSilent: boolean): Promise<number> {
  const last = merchants.at(-1) ?? ''
  const others = merchants.slice(0, -1)
  const end = isSilent ? `bench-${Date.now()}-silent` : 'bench'
  await client.query(`update webhook_endpoint set url = $2 where merchant_id = $1`, [last, `simulator:/hooks/${end}`])
  // Queues the events for another delivery.
  const { rows } = await client.query<{ id: string; merchant_id: string }>(
    `with numbered as (
      select id, merchant_id, row_number() over (partition by merchant_id order by id desc) as nth
      from webhook_event where merchant_id = any($1::uuid[])
    ), again as (
      update webhook_event set status = 'PENDING' from numbered where webhook_event.id = numbered.id and nth <= $2
      returning webhook_event.id, webhook_event.merchant_id, webhook_event.attempts, nth
    ), queued as (
      insert into pgboss.job (name, data, singleton_key, retry_limit, retry_delay, created_on)
      select 'webhook', jsonb_build_object('eventId', id, 'merchantId', merchant_id, 'number', attempts + 1),
        'receiver:' || substr(url, 11), 100, 15, now() + nth * interval '1 microsecond'
      from again join webhook_endpoint using (merchant_id)
    )
    select id, merchant_id from again`,
    [merchants, perBank],
  )
  const from = Date.now()
  const ids = rows.flatMap(({ id, merchant_id }) => (merchant_id === last ? [] : [id]))
  for (;;) {
    await sleep(50)
    const pendingQuery = `select from webhook_event where id = any($1::uuid[]) and status = 'PENDING' limit 1`
    if ((await client.query(pendingQuery, [ids])).rows.length === 0) break
  }
  const pace = ids.length / ((Date.now() - from) / 1000)
  // Abandons the silent receiver's events, so that the next round starts empty.
  await client.query(`update webhook_event set status = 'FAILED' where merchant_id = $1 and status = 'PENDING'`, [last])
  if (others.length * perBank !== ids.length) throw new Error('There were too few events to deliver')
  return pace
}

/** Milliseconds from submission to success of one merchant's single payouts, alone and during another's flood. */
async function flood() {
  const quiet = [...(await singles(quietSingles))]
  const ids = await submitAll(
    Array.from({ length: floods }, (_, nth) => ({
      merchantId: merchants[0] ?? '',
      bankCode: banks[nth % banks.length] ?? '',
    })),
  )
  const from = await begin()
  const flooded: number[] = []
  const behind: number[] = []
  for (;;) {
    const { rows } = await client.query<{ n: string }>(
      `select count(*) as n from transaction where merchant_id = $1 and status = 'QUEUED'`,
      [merchants[0]],
    )
    const pendingQuery = Number(rows[0]?.n)
    if (pendingQuery < minimumFlood) break
    behind.push(pendingQuery)
    flooded.push(...(await singles(1)))
  }
  const pace = (floods - (behind.at(-1) ?? 0)) / ((Date.now() - from) / 1000)
  // Does not wait for unconfirmed payouts of a silent bank.
  await untilNone(`from transaction where id = any($1::uuid[]) and status in ('QUEUED', 'PENDING')`, [ids])
  await untilNone(`from webhook_event where transaction_id = any($1::uuid[]) and status = 'PENDING'`, [ids])
  quiet.push(...(await singles(quietSingles)))
  return { quiet, flooded, floodPace: pace, plainMs: (median(behind) / pace) * 1000 }
}

async function singles(count: number): Promise<number[]> {
  const times: number[] = []
  for (let nth = 0; nth < count; nth++) {
    const { id, at } = await order({ merchantId: merchants[1] ?? '', bankCode: banks[nth % banks.length] ?? '' })
    for (;;) {
      const { rows } = await client.query<{ paid_at: Date }>(
        `select paid_at from transaction where id = $1 and status = 'SUCCESS'`,
        [id],
      )
      const [row] = rows
      if (row) {
        times.push(row.paid_at.getTime() - at)
        break
      }
      await sleep(10)
    }
  }
  return times
}

interface Measured {
  whole: number
  hung: number
  heard: number
  muted: number
  quiet: number[]
  flooded: number[]
  floodPace: number
  plainMs: number
}

function report({ whole, hung, heard, muted, quiet, flooded, floodPace, plainMs }: Measured): void {
  const row = (name: string, before: number, after: number, goal: string) =>
    `| ${name} | ${before.toFixed(0)} | ${after.toFixed(0)} | ${(after / before).toFixed(2)} | ${goal} |`
  const [alone, meanwhile] = [median(quiet), median(flooded)]
  const page = `# Noisy neighbours

${cpus().length} processors run the server, its database, the simulated providers and this benchmark. The switch and the receivers
respond after ${switchMs} ms. Compared values were measured in turns; the first two rows are medians of ${rounds} turns.

| | undisturbed | disturbed | ratio | goal |
|---|---|---|---|---|
${row(`payouts per second to ${banks.length - 1} banks; disturbed: another bank accepts transfers and never responds`, whole, hung, '≥ 0.90')}
${row(`webhooks per second to ${receivers - 1} receivers; disturbed: another receiver does not respond`, heard, muted, '≥ 0.90')}
${row(`ms from submission to success of a single payout, median; disturbed: another merchant has ${floods.toLocaleString('en')} queued`, alone, meanwhile, '≤ 3.00')}

Undisturbed, the other bank or receiver responds and has its share of the work: ${perBank} payouts to each bank, ${perBank} events for
each receiver. A silent bank occupies its slots until the timeout of 10 s, a silent receiver until that of 15 s, which is
longer than part of these turns.

The flood ran at ${floodPace.toFixed(0)} payouts per second and used all processors; ${flooded.length} single payouts were submitted one after the other
meanwhile. In a first-in, first-out queue each would have waited for about ${(plainMs / 1000).toFixed(1)} s, ${(plainMs / meanwhile).toFixed(1)} times as long.
`
  writeFileSync(join(import.meta.dirname, 'results/fair.md'), page)
  process.stdout.write(page)
}
