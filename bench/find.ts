// How finding anything and the list of all merchants' transactions hold up: npm run bench:find [-- --sizes 100000,1000000]
// Each size has a database of its own over the same months; the calls take turns, each beside a look-up by id.
import { writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { median } from './bench-server.ts'
import { insertCost } from './insert-cost.ts'
import { asked, type SizedServer, startSizedServers, timed, written } from './sized-servers.ts'

const { values: given } = parseArgs({ options: { sizes: { type: 'string', default: '100000,1000000' } } })
const sizes = given.sizes.split(',').map(Number)
const [warmUps, rounds] = [5, 40]
/** So many times as long as at fewest transactions may a list take at most. */
const goal = 1.5
const revealed = z.object({ data: z.object({ value: z.string() }) })
const listed = z.object({ data: z.object({ totalRecords: z.number(), isMore: z.boolean() }) })

type Question = [name: string, path: string]
interface InsertCost {
  size: number
  withAll: number
  without: number
}
interface Measured {
  /** In each database. */
  times: Times[]
  /** How many a list finds in each. */
  found: string[]
}
interface Times {
  p50: number
  p95: number
  /** The p95 beside that of looking up an id meanwhile. */
  ratio: number
}

const { servers, stop } = await startSizedServers(sizes)
try {
  const questions = await Promise.all(servers.map(theQuestions))
  const [names = []] = questions.map((of) => of.map(([name]) => name))
  const measured = new Map<string, Measured>()
  for (const [place, name] of names.entries()) {
    const times = servers.map(() => ({ asked: [] as number[], byId: [] as number[] }))
    for (let round = -warmUps; round < rounds; round++) {
      for (const [index, server] of servers.entries()) {
        const [lookUp, question] = [questions[index]?.[0]?.[1] ?? '', questions[index]?.[place]?.[1] ?? '']
        const [byId, ms] = [await timed(server, lookUp), await timed(server, question)]
        if (round < 0) continue
        times[index]?.byId.push(byId)
        times[index]?.asked.push(ms)
      }
    }
    const found = []
    for (const [index, server] of servers.entries())
      found.push(await howMany(server, questions[index]?.[place]?.[1] ?? ''))
    measured.set(name, {
      times: times.map(({ asked: ms, byId }) => ({ p50: median(ms), p95: p95(ms), ratio: p95(ms) / p95(byId) })),
      found,
    })
    console.log(name, measured.get(name))
  }
  const inserts: InsertCost[] = []
  for (const { size, client } of servers) inserts.push({ size, ...(await insertCost(client)) })
  console.log(inserts)
  report(measured, inserts)
} finally {
  await stop()
}

interface Sample {
  id: string
  reference: string
  session_id: string
  naira: string
  number: string
  name: string
  merchant_id: string
  business_name: string
  account_number: string
  account_name: string
  email: string
  phone_number: string
  wallet_id: string
  largest: string
  rare: string
  day: string
}

/** About what each database has: a payment some time ago, its merchant, and somebody's wallet. */
async function theQuestions(server: SizedServer): Promise<Question[]> {
  const { rows } = await server.client.query<Sample>(`
    select t.id, t.reference, t.session_id, (t.amount_kobo / 100.0)::float8::text as naira, t.beneficiary_number as number,
      t.beneficiary_name as name, t.merchant_id, merchant.business_name, wallet.*, extremes.*
    from (
      select * from transaction where type = 'DEBIT' and session_id is not null and category = 'BANK_TRANSFER'
      order by created_at desc offset 2000 limit 1
    ) as t
    join merchant on merchant.id = t.merchant_id
    cross join (
      select account_number, wallet.account_name, email, phone_number, wallet.id as wallet_id from wallet join account on wallet_id = wallet.id
      where bvn is not null and email is not null order by wallet.id limit 1
    ) as wallet
    cross join (
      select (select merchant_id from transaction where mode = 'PRODUCTION' group by merchant_id
          order by count(*) desc limit 1) as largest,
        (percentile_cont(0.9999) within group (order by amount_kobo) / 100)::bigint::text as rare,
        (now() at time zone 'Africa/Lagos' - interval '200 days')::date::text as day
      from transaction where mode = 'PRODUCTION'
    ) as extremes`)
  const [sample] = rows
  if (!sample) throw new Error('There is no payment to look for')
  const revealing = { walletId: sample.wallet_id, field: 'bvn', reason: 'It is looked for' }
  const bvn = revealed.parse(await written(server, '/admin/wallet/reveal', revealing)).data.value
  const { reference, naira, number, name, rare, day } = sample
  const [surname = ''] = name.split(' ')
  const [word = ''] = sample.business_name.split(' ')
  const find = (what: string, text: string): Question => [what, `/admin/search?text=${encodeURIComponent(text)}`]
  const list = (what: string, query: Record<string, string>): Question => [
    `list: ${what}`,
    `/admin/search/transactions?${new URLSearchParams({ page: '1', size: '100', ...query })}`,
  ]
  return [
    ['look-up by id', `/transaction/info?transactionId=${sample.id}`],
    find('an id', sample.id),
    find("a counterparty's account number", number),
    find("a customer's account number", sample.account_number),
    find('the beginning of an account number', sample.account_number.slice(0, 5)),
    find('a session ID', sample.session_id),
    find('a reference', reference),
    find('the beginning of all references', 'KBO-'),
    find('a phone', sample.phone_number),
    find('an e-mail address', sample.email),
    find('a BVN', bvn),
    find('an amount', naira),
    find('a common amount', '₦5,000.00'),
    find("a merchant's name", sample.business_name),
    find('a word of names', word),
    find("a customer's name", sample.account_name),
    find('an amount and an account number', `${naira} ${number}`),
    find("an amount and a merchant's name", `${naira} ${sample.business_name}`),
    find('a common amount and a word of names', `5000 ${word}`),
    list('newest', {}),
    list('newest, page 10', { page: '10' }),
    list('oldest', { sort: 'oldest' }),
    list('largest', { sort: 'largest' }),
    list('smallest, page 10', { sort: 'smallest', page: '10' }),
    list('one day', { startDate: day, endDate: day }),
    list('largest of a day', { startDate: day, endDate: day, sort: 'largest' }),
    list('largest of 200 days', { startDate: day, sort: 'largest' }),
    list('account number', { accountNumber: number }),
    list('account number, largest', { accountNumber: number, sort: 'largest' }),
    list('exact amount', { minAmount: naira, maxAmount: naira }),
    list('a rare range of amounts', { minAmount: rare }),
    list('a common range of amounts', { minAmount: '1000', maxAmount: '10000' }),
    list('a common range, smallest', { minAmount: '1000', maxAmount: '10000', sort: 'smallest' }),
    list('an amount of a day', { minAmount: naira, maxAmount: naira, startDate: day, endDate: day }),
    list('session ID', { sessionId: sample.session_id }),
    list('reference', { reference }),
    list('the beginning of all references', { reference: 'KBO-' }),
    list('a whole name', { accountName: name }),
    list('a surname', { accountName: surname }),
    list('two letters of names', { accountName: 'ad' }),
    list('nobody is called so', { accountName: 'qqqqq' }),
    list('the largest merchant', { merchantId: sample.largest }),
    list('the largest merchant, largest', { merchantId: sample.largest, sort: 'largest' }),
    list('a merchant and an amount', { merchantId: sample.merchant_id, minAmount: naira, maxAmount: naira }),
    list('failed', { status: 'FAILED' }),
    list('failed, largest', { status: 'FAILED', sort: 'largest' }),
    list('declined', { status: 'DECLINED' }),
    list('pending', { status: 'PENDING' }),
    list('a seldom category', { category: 'SETTLEMENT' }),
    list('a common category and type', { category: 'BANK_FUNDING', type: 'CREDIT' }),
    list('failed and a surname', { status: 'FAILED', accountName: surname }),
  ]
}

async function howMany(server: SizedServer, path: string): Promise<string> {
  if (!path.startsWith('/admin/search/transactions?')) return ''
  const { totalRecords, isMore } = listed.parse(await asked(server, path)).data
  return `${totalRecords.toLocaleString('en')}${isMore ? '+' : ''}`
}

function p95(times: number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? Number.NaN
}

function report(measured: ReadonlyMap<string, Measured>, inserts: readonly InsertCost[]): void {
  const growing: string[] = []
  const lines = [...measured].map(([name, { times, found }]) => {
    const cells = times.flatMap((of) => [of.p50.toFixed(1), of.p95.toFixed(1), of.ratio.toFixed(1)])
    const growth = (times.at(-1)?.p50 ?? Number.NaN) / (times[0]?.p50 ?? Number.NaN)
    if (name.startsWith('list: ') && growth > goal)
      growing.push(`${name.slice('list: '.length)} (${growth.toFixed(1)} ×, ${found.join(' / ')} found)`)
    return `| ${name} | ${found.some(Boolean) ? found.join(' / ') : ''} | ${cells.join(' | ')} | ${growth.toFixed(2)} |`
  })
  const costs = inserts.map(({ size, withAll, without }) => {
    const cells = [withAll.toFixed(0), without.toFixed(0), (withAll / without).toFixed(2)]
    return `| ${size.toLocaleString('en')} | ${cells.join(' | ')} |`
  })
  const heads = sizes.map((size) => `${size.toLocaleString('en')}: p50 | p95 | × by id |`).join(' ')
  const text = `# Finding anything, and the transactions of all merchants

\`npm run bench:find -- --sizes ${sizes.join(',')}\` on ${cpus().length} cores, ${new Date().toISOString().slice(0, 10)}. Milliseconds of a call over ${rounds} rounds; all
databases span the same 24 months, and the calls take turns, each after a look-up by id. "× by id" is the p95 beside that of these look-ups (the goal: at most 10);
the last column is the p50 at most transactions beside that at fewest (the goal for lists: at most ${goal}); "found" is what a list finds in each of them.

${growing.length > 0 ? `Lists that miss the goal: ${growing.join(', ')}.` : 'No list misses the goal.'}

| Question | found | ${heads} ratio |
|---|---|${'---|'.repeat(sizes.length * 3 + 1)}
${lines.join('\n')}

What a transaction takes to be inserted, of 20,000 in one statement, in microseconds: as the tables are, and without the indexes and the trigger that finding needs.

| Transactions | as it is | without | ratio |
|---|---|---|---|
${costs.join('\n')}
`
  writeFileSync(join(import.meta.dirname, 'results/find.md'), text)
}
