// Baseline of a list call: node:http and pg alone, with prepared statements passed by bench/list-calls.ts and the total read
// from a counter. Started as a process; prints its URL.
import { createServer } from 'node:http'
import pg from 'pg'
import { z } from 'zod'

const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 8 })
const questions = z
  .array(z.object({ counter: z.string(), rows: z.string(), values: z.array(z.unknown()) }))
  .parse(JSON.parse(process.env['QUESTIONS'] ?? '[]'))

const server = createServer((request, response) => {
  respond(Number(request.url?.slice(1))).then(
    (body) => response.setHeader('content-type', 'application/json').end(body),
    (error: unknown) => response.writeHead(500).end(String(error)),
  )
})

async function respond(nth: number): Promise<string> {
  const question = questions[nth]
  if (!question) throw new Error('Unknown query')
  const { counter, rows: text, values } = question
  const counted = await pool.query({
    name: 'counter',
    text: 'select n from bench_counter where name = $1',
    values: [counter],
  })
  const { rows } = await pool.query({ name: `rows ${nth}`, text, values })
  return JSON.stringify({ totalRecords: Number(counted.rows[0]?.n), transactions: rows })
}

server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (typeof address === 'object' && address !== null) console.log(`http://127.0.0.1:${address.port}`)
})
