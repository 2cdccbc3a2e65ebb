import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { StartupError } from '@kobo/server/startup-error'
import { logo } from './images.ts'
import { runningDemo } from './partners.ts'
import { readOptions, runCommand } from './run-command.ts'

const usage =
  'Usage: npm run demo:reply -- --dispute ID [--message TEXT] [--pictures 1]\n' +
  'Sends the reply of the merchant of a dispute in a running demo, by a signed call.'

const optionsSchema = z.strictObject({
  dispute: z.uuid(),
  message: z.string().default('The goods were handed over, and signed for'),
  pictures: z.coerce.number().int().min(0).max(10).default(0),
})

await runCommand(usage, readOptions(optionsSchema), async (db, { dispute: disputeId, message, pictures }) => {
  const dispute = await db.selectFrom('dispute').select('merchant_id').where('id', '=', disputeId).executeTakeFirst()
  if (!dispute) throw new StartupError('This database has no such dispute.')
  const { bytes } = await logo('R', 0)
  return await runningDemo(db).ask(dispute.merchant_id, 'disputes/replies', {
    reference: randomUUID(),
    disputeId,
    subject: 'Our reply',
    message,
    attachments: Array.from({ length: pictures }, (_, at) => ({
      name: `Reply ${at + 1}.png`,
      content: bytes.toString('base64'),
    })),
  })
})
