import { lagosDay, lagosTime } from '@kobo/contract/kit/day'
import { type ItemJob, nextIds, sameItems } from '../jobs/item-jobs.ts'
import { queueMail } from '../jobs/mail-queue.ts'
import { type AuditSeal, newestSeal } from '../ledger/audit-seals/audit-seal.ts'
import { oldestUnsealed, sealRows } from '../ledger/audit-seals/seal-rows.ts'
import { isActiveStaff } from '../db/active-staff.ts'
import { transact } from '../db/transact.ts'
import type { Engine } from './engine.ts'

const hourMs = 3_600_000
/** Each seal of such a number is published in the log. */
const loggedNumbers = 100

/** Seals the audit every 10 s and publishes its head: in the log, and by email each morning. */
export function auditSealJobs(
  engine: Engine,
  onHead: (sentence: string, about: Pick<AuditSeal, 'no' | 'hash' | 'at'>) => void,
): ItemJob[] {
  return [sealAudit(engine, onHead), watchAuditSeals(engine), mailAuditHead(engine)]
}

function sealAudit({ db, seal }: Engine, onHead: Parameters<typeof auditSealJobs>[1]): ItemJob {
  return {
    name: 'seal-audit',
    due: { everyMs: 10_000 },
    find: sameItems(['audit']),
    async process() {
      const onSealed = ({ no, hash, at }: AuditSeal) => {
        if (no % loggedNumbers === 0) onHead('Head of the sealed audit', { no, hash, at })
      }
      await sealRows(db, seal, { onSealed })
    },
  }
}

/** Fails, and is reported like any failing item, while rows have waited for a seal for an hour since this worker started. */
function watchAuditSeals({ db, clock }: Engine): ItemJob {
  const startedAt = clock().getTime()
  return {
    name: 'watch-audit-seals',
    due: { everyMs: 600_000 },
    find: sameItems(['audit']),
    async process() {
      const head = await newestSeal(db)
      const sealedAt = Math.max(head === null ? 0 : Date.parse(head.at), startedAt)
      if (clock().getTime() - sealedAt <= hourMs || (head === null && (await oldestUnsealed(db)) === null)) return
      throw new Error(`The audit has not been sealed since ${lagosTime(new Date(sealedAt))}`)
    },
  }
}

/** Emails the head to active administrators and auditors at 07:00: a copy that nobody who rules the database can change. */
function mailAuditHead({ db, jobs, seal, clock }: Engine): ItemJob {
  return {
    name: 'mail-audit-head',
    due: { dailyAtMs: 7 * hourMs },
    find: async (after) =>
      await nextIds(
        db.selectFrom('staff').select('id').where('role', 'in', ['ADMIN', 'AUDITOR']).where(isActiveStaff(clock())),
        after,
      ),
    async process(staffId, day) {
      // Today's head covers that of a missed day.
      if (day !== lagosDay(clock())) return
      await transact(db, async (transaction) => {
        const head = await newestSeal(transaction)
        const person = await transaction
          .selectFrom('staff')
          .select(['email', 'first_name'])
          .where('id', '=', staffId)
          .executeTakeFirstOrThrow()
        if (head === null) return
        const mail = { to: person.email, subject: `Head of the audit, ${day}`, text: headText(person.first_name, head) }
        await queueMail(jobs, seal, transaction, mail, { key: `audit head ${day} ${staffId}` })
      })
    },
  }
}

function headText(firstName: string, { no, hash, at, total }: AuditSeal): string {
  return `Hello ${firstName},

The newest seal of the audit is number ${no}, made ${lagosTime(new Date(at))}. With those before it, it covers ${total.toLocaleString('en')} records.

${no}:${hash}

Keep this email. If records are changed or removed later, this line shows it, even to those who do not trust the database:

npm run verify -- --anchor ${no}:${hash}
`
}
