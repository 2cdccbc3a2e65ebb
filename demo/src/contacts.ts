import type { Business } from './businesses.ts'
import type { Person } from './people.ts'
import type { Random } from './random.ts'

const mailboxes = [
  'accounts',
  'pay',
  'finance',
  'ops',
  'hello',
  'info',
  'admin',
  'billing',
  'desk',
  'team',
  'sales',
  'office',
]

/** Returns an email address on a reserved domain that cannot be registered. */
export function businessEmail(random: Random, business: Business, owner: Person): string {
  const nameParts = business.name
    .normalize('NFD')
    .toLowerCase()
    .replace(/\b(ltd|limited|nigeria|nig|company|co)\b/g, '')
  const domain = nameParts.replace(/[^a-z0-9]/g, '').slice(0, 28)
  if (business.type === 'UNREGISTERED' && random.chance(0.5)) return `${domain}@mail.example`
  return random.chance(0.12)
    ? `${owner.firstName.toLowerCase()}@${domain}.example`
    : `${random.pick(mailboxes)}@${domain}.example`
}

/** Creates a generator of unique short codes that begin like the name. */
export function prefixMaker(random: Random): (name: string) => string {
  const usedEmails = new Set<string>()
  return (name) => {
    const start = name
      .normalize('NFD')
      .toUpperCase()
      .replace(/[^A-Z]/g, '')
      .slice(0, 3)
    for (let tries = 0; ; tries += 1) {
      const prefix = tries === 0 ? start : `${start}${random.letters(tries < 40 ? 1 : 2)}`
      if (usedEmails.has(prefix)) continue
      usedEmails.add(prefix)
      return prefix
    }
  }
}
