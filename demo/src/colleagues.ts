import type { Selectable } from 'kysely'
import type { Staff } from '@kobo/server/db/tables'
import { hashPassword } from '@kobo/server/http/passwords'
import { dayMs } from './calendar.ts'
import type { Random } from './random.ts'

/** Email of the demo's sign-in. */
export const demoEmail = 'admin@demo.test'
const demoPassword = 'kobo-demo-2026'

export interface Colleagues {
  rows: Selectable<Staff>[]
  /** Ids of the staff who make decisions. */
  operators: readonly string[]
}

interface Colleague {
  email: string
  name: string
  role: string
  status: string
  /** Days until a guest's access ends. */
  guestDays?: number
  days: number
}

/** Role that the team created, for those who answer at night and move no money. */
export const nightDesk = { id: '01958c00-0000-7000-8000-000000000001', name: 'Night desk', about: 'Answers at night' }

/** `days` since they were hired; those who make decisions were hired before the first merchant. */
const people: readonly Colleague[] = [
  { email: demoEmail, name: 'Adaeze Okonkwo', role: 'ADMIN', status: 'ACTIVE', days: 1_460 },
  { email: 'ifeanyi.obiora@demo.test', name: 'Ifeanyi Obiora', role: 'ADMIN', status: 'ACTIVE', days: 1_388 },
  { email: 'zainab.lawal@demo.test', name: 'Zainab Lawal', role: 'ADMIN', status: 'ACTIVE', days: 1_211 },
  { email: 'olumide.akinsanya@demo.test', name: 'Olumide Akinsanya', role: 'ADMIN', status: 'ACTIVE', days: 1_043 },
  { email: 'efe.ogbeide@demo.test', name: 'Efe Ogbeide', role: 'ADMIN', status: 'ACTIVE', days: 925 },
  { email: 'hauwa.gambo@demo.test', name: 'Hauwa Gambo', role: 'ADMIN', status: 'ACTIVE', days: 800 },
  { email: 'kelechi.onuoha@demo.test', name: 'Kelechi Onuoha', role: 'ADMIN', status: 'INACTIVE', days: 612 },
  { email: 'auditor@demo.test', name: 'Ngozi Umeh', role: 'AUDITOR', status: 'ACTIVE', days: 430 },
  { email: 'bola@demo.test', name: 'Bola Adeyemi', role: 'OPERATIONS', status: 'ACTIVE', days: 390 },
  { email: 'chi@demo.test', name: 'Chi Nwosu', role: 'COMPLIANCE', status: 'ACTIVE', days: 361 },
  { email: 'dayo@demo.test', name: 'Dayo Fashola', role: 'FINANCE', status: 'ACTIVE', days: 344 },
  { email: 'efe@demo.test', name: 'Efe Omoruyi', role: 'SUPPORT', status: 'ACTIVE', days: 300 },
  { email: 'gani@demo.test', name: 'Gani Bello', role: nightDesk.id, status: 'ACTIVE', days: 20 },
  { email: 'femi@demo.test', name: 'Femi Balogun', role: 'AUDITOR', status: 'ACTIVE', days: 12, guestDays: 45 },
  { email: 'tamuno.briggs@demo.test', name: 'Tamuno Briggs', role: 'AUDITOR', status: 'INACTIVE', days: 275 },
]

/** Creates the staff, all with the demo's password. */
export async function makeColleagues(random: Random, now: Date): Promise<Colleagues> {
  const rows: Selectable<Staff>[] = []
  for (const [index, { email, name, role, status, days, guestDays }] of people.entries()) {
    const hired = inTheMorning(now, days, index)
    const [first_name = '', last_name = ''] = name.split(' ')
    rows.push({
      id: random.id(hired),
      created_at: hired.toISOString(),
      email,
      first_name,
      last_name,
      role,
      status,
      password_hash: await hashPassword(demoPassword),
      mode: 'PRODUCTION',
      access_until: guestDays === undefined ? null : new Date(now.getTime() + guestDays * dayMs).toISOString(),
    })
  }
  const operators = rows.filter(({ role, status }) => role === 'ADMIN' && status === 'ACTIVE').map(({ id }) => id)
  return { rows, operators }
}

/** Returns a time in the morning that many days ago, different for each place. */
export function inTheMorning(now: Date, daysAgo: number, index: number): Date {
  const day = Math.floor(now.getTime() / dayMs) - daysAgo
  return new Date(day * dayMs + (8 * 60 + 23 * index) * 60_000)
}
