import { hash, verify } from '@node-rs/argon2'
import type { Settings } from '../settings.ts'
import { unprocessable } from './http-error.ts'

/** OWASP's argon2id parameters: 19 MiB, two passes. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export function hashPassword(password: string): Promise<string> {
  return hash(password, cost)
}

let nobodysHash: Promise<string> | null = null

/** Takes the same time without a stored hash, so that response times do not reveal accounts. */
export async function isPassword(storedHash: string | null, password: string): Promise<boolean> {
  nobodysHash ??= hashPassword('nobody has this password')
  const right = await verify(storedHash ?? (await nobodysHash), password)
  return right && storedHash !== null
}

/** Rejects passwords that are too short for this installation or among the most common. */
export function checkNewPassword(settings: Settings, password: string): void {
  if (password.length < settings.passwordMinLength) {
    const message = `Password must not be less than ${settings.passwordMinLength} characters`
    throw unprocessable(message, { password: message })
  }
  if (common.has(password.toLowerCase())) {
    const message = 'This password is too common. Choose another'
    throw unprocessable(message, { password: message })
  }
}

const common = new Set(
  `123456 1234567 12345678 123456789 1234567890 123123 111111 000000 654321 666666 121212 112233 987654321 qwerty qwerty123
qwertyuiop 1q2w3e 1q2w3e4r 1q2w3e4r5t abc123 abcdef abcd1234 password password1 password12 password123 passw0rd p@ssw0rd
p@ssword letmein welcome welcome1 welcome123 admin admin1 admin123 administrator iloveyou monkey dragon master sunshine
princess football baseball superman batman trustno1 shadow michael jennifer jesus jesus1 jesuschrist blessing blessed
nigeria nigeria1 nigeria123 lagos lagos123 naija naija123 chelsea arsenal liverpool manchester chinedu chioma emmanuel
goodluck godisgood 123qwe asdfgh asdfghjkl zxcvbn zxcvbnm secret secret123 changeme default guest test123 testing
kobo123 koboconsole naira123 computer internet samsung google facebook whatsapp hello123 freedom whatever starwars`.split(
    /\s+/,
  ),
)
