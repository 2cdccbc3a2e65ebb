import { StartupError } from './startup-error.ts'

type Environment = Record<string, string | undefined>

/** Providers, each with the secret that its URL requires; null if it authenticates us by other means. */
const providers = [
  { url: 'SWITCH_URL', secret: 'SWITCH_SECRET' },
  { url: 'ACQUIRER_URL', secret: 'ACQUIRER_SECRET' },
  { url: 'BILLERS_URL', secret: 'BILLERS_SECRET' },
  { url: 'IDENTITY_URL', secret: null },
] as const

const secrets = [
  { name: 'SECRET', atLeast: 32 },
  { name: 'NEXT_SECRET', atLeast: 32 },
  { name: 'HASH_KEY', atLeast: 16 },
  { name: 'SWITCH_SECRET', atLeast: 16 },
  { name: 'BILLERS_SECRET', atLeast: 16 },
  { name: 'SWITCH_WEBHOOK_SECRET', atLeast: 32 },
  { name: 'ACQUIRER_SECRET', atLeast: 32 },
  { name: 'SCHEME_SECRET', atLeast: 32 },
] as const

/** Rejects unsafe production settings: secrets that can be guessed, and providers without https or their secret. */
export function refuseWeakSettings(env: Environment): void {
  for (const { url, secret } of providers) {
    const address = env[url]
    if (!address) continue
    if (!URL.canParse(address) || new URL(address).protocol !== 'https:') {
      throw new StartupError(`NODE_ENV=production requires an https URL in ${url}.`)
    }
    if (secret !== null && !env[secret])
      throw new StartupError(`NODE_ENV=production requires ${secret} together with ${url}.`)
  }
  for (const { name, atLeast } of secrets) {
    const value = env[name]
    const weakness = value ? weaknessOf(value.replace(/^whsec_/, ''), atLeast) : null
    if (weakness !== null) {
      throw new StartupError(`NODE_ENV=production requires a ${name} that cannot be guessed: this one ${weakness}.`)
    }
  }
  if (env['HASH_KEY'] === env['SECRET']) {
    throw new StartupError(
      'NODE_ENV=production requires a HASH_KEY other than SECRET: HASH_KEY is sent to every console.',
    )
  }
}

const leastKinds = 8
const placeholder = /change.?me|password|example|secret|12345678|qwerty/i

/** Returns why a secret can be guessed, phrased to follow "this one"; null if nothing suggests it. */
function weaknessOf(value: string, atLeast: number): string | null {
  if (value.length < atLeast) return `has fewer than ${atLeast} characters`
  if (new Set(value).size < leastKinds) return `has fewer than ${leastKinds} different characters`
  if (isRepeated(value)) return 'repeats itself'
  if (isSequence(value)) return 'is a sequence'
  return placeholder.test(value) ? 'contains a placeholder word' : null
}

/** Whether the value repeats a prefix, at least twice in full. */
function isRepeated(value: string): boolean {
  for (let period = 1; period * 2 <= value.length; period++) {
    if (value.slice(period) === value.slice(0, -period)) return true
  }
  return false
}

/** Whether more than half of its characters are next to the preceding one in code order. */
function isSequence(value: string): boolean {
  const codes = [...value].map((character) => character.codePointAt(0) ?? 0)
  const steps = codes.filter((code, index) => index > 0 && Math.abs(code - (codes[index - 1] ?? 0)) === 1)
  return steps.length * 2 > codes.length
}
