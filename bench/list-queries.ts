import type pg from 'pg'

/** List call, with the SQL condition that returns the same rows from an endpoint. */
export interface ListQuery {
  name: string
  path: '/transaction/merchant' | '/transaction/wallet'
  query: Record<string, string>
  /** Condition on the table `transaction`, with `values`. */
  where: string
  values: string[]
  /** Whether its first and last page are measured too. */
  isShownWhole: boolean
}

/** Returns every filter of the two lists, with the most frequent values of a database. */
export async function questionsFor(client: pg.Client): Promise<ListQuery[]> {
  const merchantId = await explain(
    client,
    `select merchant_id from count_month where mode = 'PRODUCTION' and scope = 'MERCHANT' and type = '*'
       and category = '*' and merchant_id <> '00000000-0000-0000-0000-000000000000' group by merchant_id order by sum(n) desc limit 1`,
  )
  const walletId = await explain(
    client,
    `select wallet_id from transaction where mode = 'PRODUCTION' and scope = 'WALLET'
       group by wallet_id order by count(*) desc limit 1`,
  )
  const reference = await explain(
    client,
    `select reference from transaction where mode = 'PRODUCTION' and scope = 'MERCHANT'
       and reference ^@ 'KBO-' and created_at < now() - interval '100 days' order by created_at desc limit 1`,
  )
  const [startDate, endDate] = (
    await explain(client, `select (current_date - 130)::text || ' ' || (current_date - 40)::text`)
  ).split(' ')
  const days = { startDate: startDate ?? '', endDate: endDate ?? '' }
  return [
    ofMerchants('no filter', {}),
    ofMerchants('type', { type: 'CREDIT' }),
    ofMerchants('category', { category: 'BANK_TRANSFER' }),
    ofMerchants('rarest category', { category: 'MERCHANT_CREDIT' }),
    ofMerchants('three months', days),
    ofMerchants('the largest merchant', { merchantId }),
    ofMerchants('the largest merchant, type', { merchantId, type: 'CREDIT' }),
    ofMerchants('the largest merchant, three months', { merchantId, ...days }),
    ofMerchants('a reference', { reference }),
    ofMerchants('the prefix of one hour of references', { reference: reference.slice(0, 12) }),
    ofWallets('wallets, no filter', {}),
    ofWallets('wallets, category', { category: 'CREDIT_WALLET' }),
    ofWallets('wallets of the largest merchant', { merchantId }),
    ofWallets('the busiest wallet', { walletId }),
  ]
}

const columns: Record<string, (value: string) => string> = {
  type: (value) => `type = ${value}`,
  category: (value) => `category = ${value}`,
  merchantId: (value) => `merchant_id = ${value}`,
  walletId: (value) => `wallet_id = ${value}`,
  reference: (value) => `reference ^@ ${value}`,
  startDate: (value) => `created_at >= ${value}::timestamp at time zone 'Africa/Lagos'`,
  endDate: (value) => `created_at < (${value}::timestamp + interval '1 day') at time zone 'Africa/Lagos'`,
}

function ofMerchants(name: string, query: Record<string, string>): ListQuery {
  return { name, path: '/transaction/merchant', query, ...conditions('MERCHANT', query) }
}

function ofWallets(name: string, query: Record<string, string>): ListQuery {
  return { name, path: '/transaction/wallet', query, ...conditions('WALLET', query) }
}

function conditions(scope: string, query: Record<string, string>) {
  const filters = Object.keys(query).map((key, at) => columns[key]?.(`$${at + 1}`) ?? 'true')
  return {
    where: [`mode = 'PRODUCTION'`, `scope = '${scope}'`, ...filters].join(' and '),
    values: Object.values(query),
    isShownWhole: Object.keys(query).every((key) => key === 'merchantId'),
  }
}

async function explain(client: pg.Client, text: string): Promise<string> {
  const { rows } = await client.query<Record<string, string>>(text)
  const value = Object.values(rows[0] ?? {})[0]
  if (value === undefined) throw new Error('The database lacks the data of this benchmark')
  return value
}
