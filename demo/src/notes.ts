import { findMentions } from '@kobo/contract/kit/mentions'
import type { Mode } from '@kobo/contract/kit/mode'
import type { NotedType } from '@kobo/contract/kit/record-kinds'
import { type Selectable, sql } from 'kysely'
import { addNote } from '@kobo/server/areas/notes/write-note'
import { startWatching } from '@kobo/server/areas/watches/start-watching'
import { writeAudit } from '@kobo/server/db/audit'
import type { Transaction } from '@kobo/server/db/database'
import type { Staff } from '@kobo/server/db/tables'
import { staffName } from '@kobo/server/http/display'
import { withIdsFrom } from '@kobo/server/uuid'
import { hourMs } from './calendar.ts'
import { demoEmail } from './colleagues.ts'
import { seeded } from './random.ts'

const [bola, chi, dayo, efe] = ['bola@demo.test', 'chi@demo.test', 'dayo@demo.test', 'efe@demo.test']

interface Story {
  mode?: Mode
  type: NotedType
  /** Condition of the records of this kind. */
  which: string
  /** Position among them, the newest first. */
  place?: number
  /** A name after `@` mentions the colleague. */
  notes: readonly [email: string, hoursAgo: number, text: string][]
  /** Colleagues who watch the record besides. */
  watchers?: readonly string[]
}

const stories: readonly Story[] = [
  {
    type: 'merchant',
    which: "verified = 'PROCESSING'",
    notes: [
      [
        chi,
        5,
        'The utility bill is of the old shop. The owner says that they moved in March and sends the new one today.',
      ],
      [efe, 3.5, '@Chi Nwosu She called again. The new bill is on its way by courier to the Ikeja office.'],
      [chi, 1, 'Received and readable. The address matches the register; only the second director is missing now.'],
    ],
    watchers: [demoEmail],
  },
  {
    type: 'merchant',
    which: "verified = 'SUBMITTED'",
    notes: [
      [chi, 2, '@Adaeze Okonkwo Same director as a merchant that we declined last year. Look at that decision first.'],
    ],
  },
  {
    type: 'merchant',
    which: "verified = 'ACCEPTED' and status = 'ACTIVE'",
    notes: [
      [
        dayo,
        26,
        'Agreed new charges from the first of next month. The signed letter is with Finance; @Adaeze Okonkwo has a copy.',
      ],
      [demoEmail, 4, 'Speak to the accountant, not to the owner, about settlements: Mr Balogun, 0803 555 0142.'],
    ],
  },
  {
    type: 'dispute',
    which: "status = 'IN_PROGRESS'",
    notes: [
      [efe, 7, 'The cardholder bank says the goods came back.\nThe merchant denies it and has no delivery note.'],
      [bola, 2.5, 'Asked the courier for the signature. @Efe Ogbeide, do not close before they reply.'],
    ],
    watchers: [demoEmail],
  },
  {
    type: 'dispute',
    which: "status = 'IN_PROGRESS'",
    place: 1,
    notes: [[bola, 9, 'Third dispute of this customer in a month, all at the same shop.']],
  },
  {
    type: 'transaction',
    which: "category = 'BANK_TRANSFER' and status = 'PENDING'",
    notes: [[bola, 0.5, 'The switch confirmed by phone that this one was not sent on. Wait for their written word.']],
  },
  {
    type: 'transaction',
    which: "category = 'BANK_TRANSFER' and status = 'FAILED'",
    notes: [[efe, 1.5, 'Told the merchant why it failed. They pay the beneficiary from another bank.']],
  },
  {
    type: 'wallet_upgrade',
    which: "status = 'PENDING'",
    notes: [[chi, 3, 'The photograph is of a photograph. Asked for a new one.']],
  },
  {
    type: 'settlement',
    which: "status = 'FAILED'",
    notes: [
      [dayo, 6, 'Their bank closed the account. Do not resend before the merchant names a new one, @Bola Adeyemi.'],
    ],
  },
  {
    mode: 'SANDBOX',
    type: 'merchant',
    which: "status = 'ACTIVE'",
    notes: [
      [efe, 8, 'Their developer tests payouts here until Friday. Failures at night are intended.'],
      [bola, 2, 'Showed them how to read the responses of the switch.'],
    ],
  },
  {
    mode: 'SANDBOX',
    type: 'dispute',
    which: 'true',
    notes: [[efe, 5, '@Adaeze Okonkwo Opened for a training. Leave it open.']],
  },
]

interface Team {
  now: Date
  seed: string
  staff: readonly Selectable<Staff>[]
}

/** Adds what colleagues noted on records of the demo, whom they mention and who watches, with the audit of each note. */
export async function addNotes(db: Transaction, { now, seed, staff }: Team): Promise<void> {
  const idOf = (email: string) => {
    const found = staff.find((person) => person.email === email)
    if (!found) throw new Error(`The demo has no ${email}`)
    return found.id
  }
  const mentionsOf = (text: string) => {
    const named = new Set(findMentions(text, staff.map(staffName)).map(({ name }) => name))
    return staff.filter((person) => named.has(staffName(person))).map(({ id }) => id)
  }
  await withIdsFrom(seeded(`${seed} notes`).id, async () => {
    for (const { mode = 'PRODUCTION', type, which, place = 0, notes, watchers = [] } of stories) {
      const record = await newest(db, { mode, type, which, place })
      // A small demo may have none.
      if (!record) continue
      for (const [email, hoursAgo, text] of notes) {
        const staffId = idOf(email)
        // Never before the record.
        const at = new Date(Math.max(now.getTime() - hoursAgo * hourMs, Date.parse(record.created_at)))
        const note = { mode, recordType: type, recordId: record.id, staffId, at, text, mentions: mentionsOf(text) }
        const { noteId, entry } = await addNote(db, note)
        await writeAudit(db, { staffId, sessionId: null, mode, requestId: noteId, at }, entry)
      }
      await startWatching(db, { mode, recordType: type, recordId: record.id }, watchers.map(idOf), now)
    }
  })
}

async function newest(
  db: Transaction,
  { mode, type, which, place }: { mode: Mode; type: NotedType; which: string; place: number },
): Promise<{ id: string; created_at: string } | undefined> {
  const { rows } = await sql<{ id: string; created_at: string }>`
    select id, created_at from ${sql.table(type)}
    where mode = ${mode} and ${sql.raw(which)}
    order by created_at desc, id desc limit 1 offset ${place}`.execute(db)
  return rows[0]
}
