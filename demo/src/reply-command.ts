import { randomUUID } from 'node:crypto'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { openDatabase } from '@kobo/server/db/database'
import { withDatabase } from '@kobo/server/db/with-database'
import { StartupError } from '@kobo/server/startup-error'
import { logo } from './images.ts'
import { runningDemo } from './partners.ts'

const usage =
  'Usage: npm run demo:reply -- --dispute ID [--message TEXT] [--pictures 1]\n' +
  'Sends the reply of the merchant of a dispute in a running demo, by a signed call.'

const optionsSchema = z.strictObject({
  dispute: z.uuid(),
  message: z.string().default('The goods were handed over, and signed for'),
  pictures: z.coerce.number().int().min(0).max(10).default(0),
})

/** Replies to a dispute in the demo as its merchant and prints the server's response as one line of JSON. */
async function replyToDispute(): Promise<void> {
  const text = { type: 'string' } as const
  const { values } = parseArgs({ options: { dispute: text, message: text, pictures: text }, strict: false })
  const parsed = optionsSchema.safeParse(values)
  if (!parsed.success || process.env['NODE_ENV'] === 'production') {
    process.stderr.write(`${usage}\n`)
    process.exitCode = 1
    return
  }
  const { dispute: disputeId, message, pictures } = parsed.data
  await withDatabase(async (url) => {
    const { db, close } = openDatabase(url, { max: 2 })
    try {
      const dispute = await db
        .selectFrom('dispute')
        .select('merchant_id')
        .where('id', '=', disputeId)
        .executeTakeFirst()
      if (!dispute) throw new StartupError('This database has no such dispute.')
      const { bytes } = await logo('R', 0)
      const reply = await runningDemo(db).ask(dispute.merchant_id, 'disputes/replies', {
        reference: randomUUID(),
        disputeId,
        subject: 'Our reply',
        message,
        attachments: Array.from({ length: pictures }, (_, at) => ({
          name: `Reply ${at + 1}.png`,
          content: bytes.toString('base64'),
        })),
      })
      process.stdout.write(`${JSON.stringify(reply)}\n`)
    } finally {
      await close()
    }
  })
}

await replyToDispute()
