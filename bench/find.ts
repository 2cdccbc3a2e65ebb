// Measures search and the list of all merchants' transactions as data grows: npm run bench:search-all [-- --sizes 100000,1000000]
// Each size has its own database over the same months; calls alternate with look-ups by id.
import { writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { median } from './bench-server.ts'
import { fillFoundRecords, indexSizes } from './found-records.ts'
import { insertCost } from './insert-cost.ts'
import { fetchPath, type SizedServer, startSizedServers, timed, written } from './sized-servers.ts'

const { values: options } = parseArgs({ options: { sizes: { type: 'string', default: '100000,1000000' } } })
const sizes = options.sizes.split(',').map(Number)
/** A connection plans a statement on its first use, so the first rounds are not counted. */
const [warmUps, rounds] = [20, 40]
/** Maximum time of a list, as a multiple of its time in the smallest database. */
const goal = 1.5
/** Maximum time of any call, as a multiple of a look-up by id. */
const goalById = 4
const revealed = z.object({ data: z.object({ value: z.string() }) })
const listed = z.object({ data: z.object({ totalRecords: z.number(), isMore: z.boolean() }) })

const hits = z.object({ data: z.object({ hits: z.array(z.object({ kind: z.string() })) }) })

/** Call with the kind of record that it must find. */
type Question = [name: string, path: string, kind?: string]
interface InsertCost {
  size: number
  withAll: number
  without: number
}
interface Measured {
  /** In each database. */
  times: Times[]
  /** Number of rows that each list finds. */
  found: string[]
}
interface Times {
  p50: number
  p95: number
}

const { servers, stop } = await startSizedServers(sizes)
try {
  for (const { client, size } of servers) {
    await client.query('set statement_timeout = 0')
    await fillFoundRecords(client, size)
    await client.query('vacuum analyze')
  }
  const questions = await Promise.all(servers.map(theQuestions))
  for (const [index, server] of servers.entries())
    for (const question of questions[index] ?? []) await assertFinds(server, question)
  const [names = []] = questions.map((of) => of.map(([name]) => name))
  const measured = new Map<string, Measured>()
  const lookUps = servers.map(() => [] as number[])
  const times = names.map(() => servers.map(() => [] as number[]))
  // Every round runs all calls in turn, so that other load on the machine affects all of them.
  for (let round = -warmUps; round < rounds; round++) {
    for (const questionIndex of names.keys()) {
      for (const [index, server] of servers.entries()) {
        const [lookUp, question] = [questions[index]?.[0]?.[1] ?? '', questions[index]?.[questionIndex]?.[1] ?? '']
        const [byId, ms] = [await timed(server, lookUp), await timed(server, question)]
        if (round < 0) continue
        lookUps[index]?.push(byId)
        times[questionIndex]?.[index]?.push(ms)
      }
    }
  }
  for (const [questionIndex, name] of names.entries()) {
    const found = []
    for (const [index, server] of servers.entries())
      found.push(await countMatches(server, questions[index]?.[questionIndex]?.[1] ?? ''))
    const of = times[questionIndex] ?? []
    measured.set(name, { times: of.map((ms) => ({ p50: median(ms), p95: p95(ms) })), found })
    console.log(name, measured.get(name))
  }
  const inserts: InsertCost[] = []
  for (const { size, client } of servers) inserts.push({ size, ...(await insertCost(client)) })
  console.log(inserts)
  const sizesOf = await Promise.all(servers.map(({ client }) => indexSizes(client)))
  report(measured, lookUps.map(p95), inserts, sizesOf)
} finally {
  await stop()
}

type CreatedClue =
  | ('last_four' | 'masked_pan' | 'holder' | 'card_batch' | 'batch' | 'dispute_id' | 'customer' | 'disputed')
  | ('registration' | 'settled_to' | 'child_number' | 'sub_account' | 'sub_account_number' | 'store' | 'serial_number')
  | ('common_payer' | 'receipt' | 'checkout_id' | 'code' | 'contact_phone' | 'contact_email')

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

/** Uses records that every database has: an older payment, its merchant, and a wallet. */
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
  const [firstWord = ''] = sample.business_name.split(' ')
  const find = (what: string, text: string, kind?: string): Question => [
    what,
    `/admin/search?text=${encodeURIComponent(text)}`,
    kind,
  ]
  const createdSample = await createSample(server)
  const list = (what: string, query: Record<string, string>): Question => [
    `list: ${what}`,
    `/admin/search/transactions?${new URLSearchParams({ page: '1', size: '100', ...query })}`,
  ]
  return [
    ['look-up by id', `/transaction/info?transactionId=${sample.id}`],
    find('an id', sample.id),
    find("a counterparty's account number", number),
    find("a customer's account number", sample.account_number),
    find('the prefix of an account number', sample.account_number.slice(0, 5)),
    find('a session ID', sample.session_id),
    find('a reference', reference),
    find('the common prefix of references', 'KBO-'),
    find('a phone', sample.phone_number),
    find('an email address', sample.email),
    find('a BVN', bvn),
    find('an amount', naira),
    find('a common amount', '₦5,000.00'),
    find("a merchant's name", sample.business_name),
    find('a word of names', firstWord),
    find("a customer's name", sample.account_name),
    find('an amount and an account number', `${naira} ${number}`),
    find("an amount and a merchant's name", `${naira} ${sample.business_name}`),
    find('a common amount and a name', `5000 ${createdSample.common_payer}`, 'transaction'),
    find('a name as pasted from a payment', name, 'transaction'),
    find('the words of a name, reordered', name.split(' ').toReversed().join(' '), 'transaction'),
    find('a surname', createdSample.holder.split(' ').at(-1) ?? '', 'wallet'),
    find('two letters', 'ad'),
    find('twelve words without matches', 'a b c d e f ad el ol em ch og'.concat(' ', createdSample.holder)),
    find('an RC number', createdSample.registration, 'merchant'),
    find('a settlement account', createdSample.settled_to, 'merchant'),
    find("a child account's number", createdSample.child_number, 'childAccount'),
    find("a sub-account's name", createdSample.sub_account, 'subAccount'),
    find("a sub-account's account number", createdSample.sub_account_number, 'subAccount'),
    find("a store's name", createdSample.store, 'store'),
    find("a terminal's serial number", createdSample.serial_number, 'terminal'),
    find('the common prefix of serial numbers', 'PAX', 'terminal'),
    find("a card's last four digits", createdSample.last_four, 'card'),
    find("a card's masked number", createdSample.masked_pan, 'card'),
    find("a card holder's name", createdSample.holder, 'card'),
    find("a card batch's reference", createdSample.card_batch, 'cardBatch'),
    find("a batch's reference", createdSample.batch, 'batch'),
    find("a dispute's id", createdSample.dispute_id, 'dispute'),
    find("a dispute's reference", createdSample.disputed, 'dispute'),
    find("a dispute's customer", createdSample.customer, 'dispute'),
    find("a settlement's reference", createdSample.disputed, 'settlement'),
    find('the reference of a receipt', createdSample.receipt, 'transaction'),
    find('the common prefix of receipts', 'RCPT-', 'checkout'),
    find("a checkout's URL", `https://pay.kobo.example/pay/checkout/${createdSample.checkout_id}`, 'checkout'),
    find("a payment link's URL", `https://pay.kobo.example/pay/${createdSample.code}?from=mail`, 'paymentLink'),
    find("a contact's phone", createdSample.contact_phone, 'contactMessage'),
    find("a contact's email address", createdSample.contact_email, 'contactMessage'),
    find("an operator's email address", 'admin@demo', 'member'),
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
    list('the common prefix of references', { reference: 'KBO-' }),
    list('a whole name', { accountName: name }),
    list('a surname', { accountName: surname }),
    list('two letters of names', { accountName: 'ad' }),
    list('a name without matches', { accountName: 'qqqqq' }),
    list('the largest merchant', { merchantId: sample.largest }),
    list('the largest merchant, largest', { merchantId: sample.largest, sort: 'largest' }),
    list('a merchant and an amount', { merchantId: sample.merchant_id, minAmount: naira, maxAmount: naira }),
    list('failed', { status: 'FAILED' }),
    list('failed, largest', { status: 'FAILED', sort: 'largest' }),
    list('declined', { status: 'DECLINED' }),
    list('pending', { status: 'PENDING' }),
    list('a rare category', { category: 'SETTLEMENT' }),
    list('a common category and type', { category: 'BANK_FUNDING', type: 'CREDIT' }),
    list('failed and a surname', { status: 'FAILED', accountName: surname }),
  ]
}

/** Only successful searches are measured; the number of rows found is reported next to the times. */
async function assertFinds(server: SizedServer, [name, path, kind]: Question): Promise<void> {
  if (!path.startsWith('/admin/search?') || name.includes('nobody')) return
  const { hits: found } = hits.parse(await fetchPath(server, path)).data
  if (!found.some((hit) => kind === undefined || hit.kind === kind))
    throw new Error(`${name}: ${path} finds no ${kind ?? 'record'}`)
}

/** Returns search terms for the other kinds of records, each from the middle of its table. */
async function createSample(server: SizedServer): Promise<Record<CreatedClue, string>> {
  const { rows } = await server.client.query<Record<CreatedClue, string>>(`
    with chosen as (select card.* from card order by id offset (select count(*) / 2 from card) limit 1)
    select last_four, masked_pan, holder_name as holder, dispute.id as dispute_id, dispute.customer,
      (select reference from transaction where transaction.id = dispute.transaction_id) as disputed,
      (select registration_number from merchant where registration_number is not null and mode = 'PRODUCTION' limit 1) as registration,
      (select account_number from settlement_account limit 1) as settled_to,
      (select account_number from account where kind = 'CHILD' limit 1) as child_number,
      (select name from subaccount limit 1) as sub_account,
      (select account_number from subaccount limit 1) as sub_account_number,
      (select name from store limit 1) as store, (select serial_number from terminal limit 1) as serial_number,
      (select reference from card_batch where card_batch.id = chosen.batch_id) as card_batch,
      (select reference from bulk_batch limit 1) as batch, checkout.reference as receipt, checkout.id as checkout_id,
      (select code from payment_link where checkout_id = checkout.id) as code,
      (select phone_number from contact_message limit 1) as contact_phone,
      (select email from contact_message limit 1) as contact_email,
      (select business_name from transaction join merchant on merchant.id = merchant_id
        where transaction.mode = 'PRODUCTION' and amount_kobo = 500000 limit 1) as common_payer
    from chosen, (select * from dispute limit 1) as dispute, (select * from checkout limit 1) as checkout`)
  const [createdSample] = rows
  if (!createdSample) throw new Error('There is nothing to search for')
  return createdSample
}

async function countMatches(server: SizedServer, path: string): Promise<string> {
  if (!path.startsWith('/admin/search/transactions?')) return ''
  const { totalRecords, isMore } = listed.parse(await fetchPath(server, path)).data
  return `${totalRecords.toLocaleString('en')}${isMore ? '+' : ''}`
}

function p95(times: number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? Number.NaN
}

function report(
  measured: ReadonlyMap<string, Measured>,
  lookUps: readonly number[],
  inserts: readonly InsertCost[],
  sizesOf: readonly [kind: string, mb: number][][],
): void {
  const growing: string[] = []
  const slow: string[] = []
  const lines = [...measured].map(([name, { times, found }]) => {
    const ratios = times.map((of, index) => of.p95 / (lookUps[index] ?? Number.NaN))
    const cells = times.flatMap((of, index) => [of.p50, of.p95, ratios[index] ?? Number.NaN].map((n) => n.toFixed(1)))
    const maxRatio = Math.max(...ratios)
    if (maxRatio > goalById && !name.startsWith('list: ')) slow.push(`${name} (${maxRatio.toFixed(1)} ×)`)
    const growth = (times.at(-1)?.p50 ?? Number.NaN) / (times[0]?.p50 ?? Number.NaN)
    if (name.startsWith('list: ') && growth > goal)
      growing.push(`${name.slice('list: '.length)} (${growth.toFixed(1)} ×, ${found.join(' / ')} found)`)
    return `| ${name} | ${found.some(Boolean) ? found.join(' / ') : ''} | ${cells.join(' | ')} | ${growth.toFixed(2)} |`
  })
  const costs = inserts.map(({ size, withAll, without }) => {
    const cells = [withAll.toFixed(0), without.toFixed(0), (withAll / without).toFixed(2)]
    return `| ${size.toLocaleString('en')} | ${cells.join(' | ')} |`
  })
  const kinds = (sizesOf[0] ?? []).map(([kind], index) => {
    return `| ${kind} | ${sizesOf.map((of) => of[index]?.[1].toFixed(1) ?? '').join(' | ')} |`
  })
  const heads = sizes.map((size) => `${size.toLocaleString('en')}: p50 | p95 | × by id |`).join(' ')
  const text = `# Search, and the transactions of all merchants

\`npm run bench:search-all -- --sizes ${sizes.join(',')}\` on ${cpus().length} cores, ${new Date().toISOString().slice(0, 10)}. Milliseconds of a call over ${rounds} rounds, after ${warmUps} that do not count; all
databases span the same 24 months, and the calls take turns, each after a look-up by id. "× by id" is the p95 relative to that of all these look-ups, ${lookUps.map((ms) => ms.toFixed(1)).join(' and ')} ms (the goal for one text: at most ${goalById});
the last column is the p50 with the most transactions relative to that with the fewest (the goal for lists: at most ${goal}); "found" is the number of matches in each of them.

${growing.length > 0 ? `Lists that miss the goal: ${growing.join(', ')}.` : 'No list misses the goal.'}

${slow.length > 0 ? `Texts that miss the goal: ${slow.join(', ')}.` : `No text takes more than ${goalById} × a look-up by id.`}

| Query | found | ${heads} ratio |
|---|---|${'---|'.repeat(sizes.length * 3 + 1)}
${lines.join('\n')}

Time to insert a transaction, of 20,000 in one statement, in microseconds: with and without the indexes and the trigger of the search.

| Transactions | with | without | ratio |
|---|---|---|---|
${costs.join('\n')}

Size of the search indexes of each kind of record, in megabytes; with a fiftieth as many of each kind as there are transactions, besides the merchants, wallets and
virtual accounts that are generated with these. Indexes that lists need anyway are included where the search uses them.

| Kind | ${sizes.map((size) => size.toLocaleString('en')).join(' | ')} |
|---|${'---|'.repeat(sizes.length)}
${kinds.join('\n')}
`
  writeFileSync(join(import.meta.dirname, 'results/find.md'), text)
}
