// HTTP endpoint with nothing but a query: the floor against which the product's list calls are measured.
// bench/lists.ts starts it as a process with DATABASE_URL; it prints its URL.
import { createServer, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import pg from 'pg'
import { z } from 'zod'

const question = z.array(z.object({ text: z.string(), values: z.array(z.unknown()) }))

const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 4 })

const server = createServer((request, response) => {
  respond(request).then(
    (replies) => response.setHeader('content-type', 'application/json').end(JSON.stringify(replies)),
    (error: unknown) => response.writeHead(500).end(String(error)),
  )
})

async function respond(request: IncomingMessage): Promise<unknown[]> {
  const replies: unknown[] = []
  for (const statement of question.parse(JSON.parse(await text(request)))) {
    replies.push((await pool.query(statement.text, statement.values)).rows)
  }
  return replies
}

server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (typeof address === 'object' && address !== null) console.log(`http://127.0.0.1:${address.port}`)
})
