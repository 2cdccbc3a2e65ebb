import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { contract } from '@kobo/contract'
import { envelope } from '@kobo/contract/kit/envelope'
import { signCall } from '../tools/sign-call.ts'
import type { ListQuery } from './list-queries.ts'
import type { SizedServer } from './sized-servers.ts'

export interface Page {
  question: ListQuery
  page: number
  size: number
}

/** The same page served in three ways; each returns the milliseconds it took. */
export interface ListServer {
  product(page: Page): Promise<number>
  bare(page: Page): Promise<number>
  naive(page: Page): Promise<number>
  total(question: ListQuery): Promise<number>
  stop(): void
}

const reply = envelope(contract.transactions.merchantList.reply)

/** Measures the product's lists and the bare endpoint. */
export async function listServer(server: SizedServer): Promise<ListServer> {
  const endpoint = await startBareEndpoint(server.databaseUrl)
  const cursors = new Map<string, Cursor>()

  async function request({ question, page, size }: Page) {
    const query = new URLSearchParams({ ...question.query, page: String(page), size: String(size) })
    const path = `${question.path}?${query.toString()}`
    const token = signCall(server.session, 'demo-hash-key', { method: 'GET', path, body: '', timestampMs: Date.now() })
    const begun = performance.now()
    const response = await fetch(`${server.baseUrl}/api${path}`, {
      headers: { 'access-token': token, cookie: server.session.cookie },
    })
    const body = await response.text()
    const ms = performance.now() - begun
    if (!response.ok) throw new Error(`${path} answered ${response.status}`)
    return { body, ms }
  }

  /** Returns the start of the page in the product's response, and checks that the bare endpoint finds the same rows there. */
  async function cursorOf(page: Page): Promise<Cursor> {
    const key = JSON.stringify([page.question.name, page.page, page.size])
    const stored = cursors.get(key)
    if (stored) return stored
    const { transactions } = reply.parse(JSON.parse((await request(page)).body)).data
    const [first] = transactions
    if (!first) throw new Error(`${page.question.name} found nothing`)
    const cursor = { createdAt: first.createdAt, id: first.id }
    const { body } = await endpoint.ask([bareStatement(page, cursor)])
    const [rows]: { id: string }[][] = JSON.parse(body)
    const ids = (records: { id: string }[] = []) => records.map(({ id }) => id).join()
    if (ids(rows) !== ids(transactions)) throw new Error(`${page.question.name}: the bare endpoint found other rows`)
    cursors.set(key, cursor)
    return cursor
  }

  return {
    product: async (page) => (await request(page)).ms,
    bare: async (page) => (await endpoint.ask([bareStatement(page, await cursorOf(page))])).ms,
    naive: async (page) => (await endpoint.ask(naiveStatements(page))).ms,
    total: async (question) =>
      reply.parse(JSON.parse((await request({ question, page: 1, size: 1 })).body)).data.totalRecords,
    stop: endpoint.stop,
  }
}

interface Cursor {
  createdAt: string
  id: string
}

interface Statement {
  text: string
  values: unknown[]
}

function bareStatement({ question, size }: Page, { createdAt, id }: Cursor): Statement {
  const values = [...question.values, createdAt, id, size]
  const [at, idAt, limit] = [values.length - 2, values.length - 1, values.length]
  const rows = `select * from transaction where ${question.where} and (created_at, id) <= ($${at}, $${idAt})
    order by created_at desc, id desc limit $${limit}`
  return { text: shown(rows), values }
}

function naiveStatements({ question, page, size }: Page): Statement[] {
  const { where, values } = question
  const rows = `select * from transaction where ${where} order by created_at desc, id desc
    limit $${values.length + 1} offset $${values.length + 2}`
  return [
    { text: `select count(*) from transaction where ${where}`, values },
    { text: shown(rows), values: [...values, size, (page - 1) * size] },
  ]
}

/** Selects rows as the product's reply shows them, except for bank names. */
export function shown(rows: string): string {
  return `select t.id, t.created_at as "createdAt", t.type, t.category, t.status, (t.amount_kobo / 100.0)::float8 as amount,
    ((t.fee_kobo + t.vat_kobo + t.stamp_duty_kobo) / 100.0)::float8 as charges, t.reference,
    t.originator_name as "originatorAccountName", t.originator_number as "originatorAccountNumber",
    t.originator_bank_code as "originatorBankName", t.beneficiary_name as "beneficiaryAccountName",
    t.beneficiary_number as "beneficiaryAccountNumber", t.beneficiary_bank_code as "beneficiaryBankName",
    t.beneficiary_bank_code as "beneficiaryBankCode", t.merchant_id as "merchantId",
    wallet.account_name as "walletName"
  from (${rows}) as t left join wallet on wallet.id = t.wallet_id order by t.created_at desc, t.id desc`
}

async function startBareEndpoint(databaseUrl: string) {
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', fileURLToPath(new URL('./bare-endpoint.ts', import.meta.url))],
    {
      env: { ...process.env, DATABASE_URL: databaseUrl },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  const [line] = await once(child.stdout, 'data')
  const url = String(line).trim()
  return {
    async ask(statements: Statement[]) {
      const body = JSON.stringify(statements)
      const begun = performance.now()
      const response = await fetch(url, { method: 'POST', body })
      const text = await response.text()
      return { body: text, ms: performance.now() - begun }
    },
    stop: () => void child.kill(),
  }
}
