// Measures checking and sending a large batch of payouts, by one payer and by twenty concurrently, the effect on lists, and the
// time of one payout: npm run bench:bulk [-- --items 10000]. Uses a fresh demo, whose switch responds after 50 ms.
import { writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { signIn } from '../tools/api-sign-in.ts'
import { signCall } from '../tools/sign-call.ts'
import { median } from './bench-server.ts'
import { someAccount, startPayers, switchMs } from './payers.ts'
import { pgbench, pgbenchWords } from './pgbench.ts'

const { values: options } = parseArgs({ options: { items: { type: 'string', default: '10000' } } })
const items = Number(options.items)
const merchantCount = 20
const idleRounds = 400
const singlePayouts = 40
/** A single payout makes a name enquiry, then a transfer. */
const switchResponses = 2
const list = '/transaction/merchant?page=1&size=100'

const { baseUrl, client, superuserUrl, merchants, banks, ask: callApi, stop } = await startPayers(merchantCount)
let accounts = 0
try {
  const session = await signIn({ baseUrl, apiUrl: `${baseUrl}/api` }, 'admin@demo.test', 'kobo-demo-2026')
  const timeList = async () => {
    const token = signCall(session, 'demo-hash-key', { method: 'GET', path: list, body: '', timestampMs: Date.now() })
    const begun = performance.now()
    const response = await fetch(`${baseUrl}/api${list}`, {
      headers: { 'access-token': token, cookie: session.cookie },
    })
    await response.text()
    if (!response.ok) throw new Error(`${list} answered ${response.status}`)
    return performance.now() - begun
  }

  const idle: number[] = []
  for (let round = -20; round < idleRounds; round++) {
    const took = await timeList()
    if (round >= 0) idle.push(took)
    await sleep(20)
  }
  const pgbenches = [await pgbench(superuserUrl)]
  const single = [...(await singles())]
  const busy: number[] = []
  const oneBatch = await sendBatches(merchants.slice(0, 1), items, async () => {
    busy.push(await timeList())
  })
  const twenty = await sendBatches(merchants, Math.ceil(items / merchantCount), async () => {
    await timeList()
  })
  single.push(...(await singles()))
  pgbenches.push(await pgbench(superuserUrl))
  report({ idle, busy, single, oneBatch, twenty, pgbenches })
} finally {
  await stop()
}

interface Sent {
  items: number
  uploadMs: number
  /** Until the last batch was checked, and from then until the last payout was final. */
  checkMs: number
  sendMs: number
  /** Until the last webhook of both was delivered. */
  notifiedMs: number
  totals: Record<string, number>
}

/** Sends one batch of each merchant, all concurrently. */
async function sendBatches(payers: readonly string[], each: number, meanwhile: () => Promise<void>): Promise<Sent> {
  const begun = performance.now()
  const ids = await Promise.all(
    payers.map(async (merchantId) => {
      const rows = Array.from({ length: each }, () => {
        accounts += 1
        const bankCode = banks[accounts % banks.length] ?? ''
        const accountNumber = someAccount(accounts)
        return { beneficiaryName: 'Chidi Okafor', accountNumber, bankCode, amount: '20.00', narration: 'Salary' }
      })
      const { batchId } = await callApi(merchantId, 'batches', { reference: `BENCH-${Date.now()}-${accounts}`, rows })
      return String(batchId)
    }),
  )
  const opened = performance.now()
  let checked = 0
  for (;;) {
    await meanwhile()
    await sleep(100)
    const { rows } = await client.query<{ status: string }>(
      'select status from bulk_batch where id = any($1::uuid[])',
      [ids],
    )
    const isAt = (...statuses: string[]) => rows.every(({ status }) => statuses.includes(status))
    if (checked === 0 && isAt('PROCESSING', 'COMPLETED')) checked = performance.now()
    if (isAt('COMPLETED')) break
  }
  const sent = performance.now()
  const pendingEvents = `select from webhook_event where merchant_id = any($1::uuid[]) and status = 'PENDING' limit 1`
  while ((await client.query(pendingEvents, [payers])).rows.length > 0) await sleep(50)
  const notified = performance.now()
  const { rows } = await client.query<{ status: string; n: string }>(
    'select status, count(*) as n from bulk_item where batch_id = any($1::uuid[]) group by 1',
    [ids],
  )
  const totals = Object.fromEntries(rows.map(({ status, n }) => [status, Number(n)]))
  if (totals['SUCCESS'] !== each * payers.length) {
    throw new Error(`Not all items succeeded, so no rate can be computed: ${JSON.stringify(totals)}`)
  }
  return {
    items: each * payers.length,
    uploadMs: opened - begun,
    checkMs: checked - opened,
    sendMs: sent - checked,
    notifiedMs: notified - opened,
    totals,
  }
}

/** Milliseconds from submission to success, one payout after the other in an idle queue. */
async function singles(): Promise<number[]> {
  const times: number[] = []
  for (let nth = 0; nth < singlePayouts; nth++) {
    accounts += 1
    const at = Date.now()
    const { transactionId } = await callApi(merchants[1] ?? '', 'payouts', {
      reference: `SINGLE-${at}-${accounts}`,
      amount: 20,
      beneficiary: { name: 'Chidi Okafor', accountNumber: someAccount(accounts), bankCode: banks[0] },
    })
    for (let paidAt: Date | undefined; paidAt === undefined; await sleep(5)) {
      const { rows } = await client.query<{ status: string; paid_at: Date }>(
        `select status, paid_at from transaction where id = $1 and status in ('SUCCESS', 'FAILED')`,
        [transactionId],
      )
      if (rows[0]?.status === 'FAILED') throw new Error(`The payout ${String(transactionId)} failed`)
      paidAt = rows[0]?.paid_at
      if (paidAt !== undefined) times.push(paidAt.getTime() - at)
    }
  }
  return times
}

interface Measured {
  idle: number[]
  busy: number[]
  single: number[]
  oneBatch: Sent
  twenty: Sent
  /** Before and after, if pgbench is installed. */
  pgbenches: (number | null)[]
}

function report({ idle, busy, single, oneBatch, twenty, pgbenches }: Measured): void {
  const rate = (sent: Sent, elapsedMs: (result: Sent) => number) => Math.round(sent.items / (elapsedMs(sent) / 1000))
  const row = (name: string, of: (one: Sent) => number) => {
    const [alone, together] = [rate(oneBatch, of), rate(twenty, of)]
    const seconds = `${(of(oneBatch) / 1000).toFixed(1)} | ${(of(twenty) / 1000).toFixed(1)}`
    return `| ${name} | ${seconds} | ${alone.toLocaleString('en')} | ${together.toLocaleString('en')} | ${(together / alone).toFixed(2)} |`
  }
  const at = (times: number[], share: number) =>
    (times.toSorted((a, b) => a - b)[Math.floor(times.length * share)] ?? Number.NaN).toFixed(1)
  const ended = ({ totals }: Sent) =>
    Object.entries(totals)
      .map(([status, count]) => `${count.toLocaleString('en')} ${status}`)
      .join(', ')
  const rates = pgbenches.map((tps) => tps?.toFixed(0) ?? 'not installed')
  const switchBound = switchResponses * switchMs
  const text = `# A batch of ${items.toLocaleString('en')} payouts

${cpus().length} processors run the server, its database, the simulated switch and receivers (in the server's own process)
and this benchmark. The switch responds after ${switchMs} ms. The name enquiry of an item is sent once, while the batch is checked, and
its payout uses that name. Concurrent payouts are held, sent, settled and notified in batches.

One payer uploads a batch of ${oneBatch.items.toLocaleString('en')}; twenty payers upload one of ${(twenty.items / merchantCount).toLocaleString('en')} each at the same time.

| step | seconds, one payer | twenty | items per second, one payer | twenty | ratio |
|---|---|---|---|---|---|
${row('upload', (sent) => sent.uploadMs)}
${row('check, with a name enquiry each (goal: 250)', (sent) => sent.checkMs)}
${row('send, until the last is final (goal: 250)', (sent) => sent.sendMs)}
${row('check and send together (goal: ratio ≥ 1)', (sent) => sent.checkMs + sent.sendMs)}
${row('total, until every merchant has its webhooks', (sent) => sent.notifiedMs)}

Final statuses: ${ended(oneBatch)}; of the twenty payers ${ended(twenty)}. Some of these are sent while others are still checked.

pgbench on the same database server (${pgbenchWords}), transactions per second: ${rates.join(' before, ')} after.

A single payout, from submission to success: ${median(single)} ms (median of ${single.length}; p95 ${at(single, 0.95)}), of which the
switch takes ${switchBound} for its ${switchResponses} answers: ${(median(single) / switchBound).toFixed(2)} times as long as the switch alone.

\`GET ${list}\`, one client, milliseconds of the whole call:

| | p50 | p95 | calls |
|---|---|---|---|
| idle | ${at(idle, 0.5)} | ${at(idle, 0.95)} | ${idle.length} |
| while one payer's batch is checked and sent | ${at(busy, 0.5)} | ${at(busy, 0.95)} | ${busy.length} |
`
  writeFileSync(join(import.meta.dirname, 'results/bulk-payouts.md'), text)
  process.stdout.write(text)
}
