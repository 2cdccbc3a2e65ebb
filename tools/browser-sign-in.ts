import { setTimeout as sleep } from 'node:timers/promises'
import type { APIRequestContext, BrowserContext, Page } from '@playwright/test'

/** Operator of the demo. */
export const operator = { name: 'Adaeze Okonkwo', email: 'admin@demo.test', password: 'kobo-demo-2026' }

/** Her colleagues, for tests that run beside those of the operator: a code is emailed to one sign-in at a time. */
export const colleague = { ...operator, name: 'Efe Ogbeide', email: 'efe.ogbeide@demo.test' }
export const anotherColleague = { ...operator, name: 'Olumide Akinsanya', email: 'olumide.akinsanya@demo.test' }

interface Mail {
  id: string
  subject: string
}

export type Person = typeof operator

/** Signs in through the console with the emailed code and waits for the signed-in page. */
export async function signIn(page: Page, baseUrl: string, as: Person = operator): Promise<void> {
  await page.goto(`${baseUrl}/`)
  await signInHere(page, baseUrl, as)
}

/** Signs in on the sign-in page that is already open. */
export async function signInHere(page: Page, baseUrl: string, as: Person = operator): Promise<void> {
  const before = await mailsTo(page.request, baseUrl, as)
  await typePassword(page, as)
  await typeCode(page, await newCode(page.request, baseUrl, as, before))
  await page.getByRole('button', { name: as.name }).waitFor()
}

/** Signs a context in by the calls that the sign-in page makes, which is faster; returns the session's mode. */
export async function signInByApi(context: BrowserContext, baseUrl: string, as: Person = operator) {
  const { request } = context
  const post = async <Data>(path: string, data: object): Promise<Data> => {
    const response = await request.post(`${baseUrl}/api${path}`, { data })
    if (!response.ok()) throw new Error(`Signing in failed: ${await response.text()}`)
    const reply: { data: Data } = await response.json()
    return reply.data
  }
  const before = await mailsTo(request, baseUrl, as)
  const { challengeId } = await post<{ challengeId: string }>('/auth/login', { email: as.email, password: as.password })
  const code = await newCode(request, baseUrl, as, before)
  const { token, sessionId, mode } = await post<Session>('/auth/login/verify', { challengeId, code })
  const { cookies } = await context.storageState()
  const stored = { name: 'kobo.session', value: JSON.stringify({ token, sessionId, mode }) }
  await context.setStorageState({ cookies, origins: [{ origin: baseUrl, localStorage: [stored] }] })
  return mode
}

interface Session {
  token: string
  sessionId: string
  mode: string
}

/** Submits email and password, after which the console requests a code. */
export async function givePassword(page: Page, baseUrl: string, as: Person): Promise<void> {
  await page.goto(`${baseUrl}/`)
  await typePassword(page, as)
}

async function typePassword(page: Page, { email, password }: Person): Promise<void> {
  // A hidden page with fields of the same name may be below it.
  const shown = page.getByRole('main')
  await shown.getByLabel('Email address').fill(email)
  await shown.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByLabel('Digit 1 of 6').waitFor()
}

/** Types a six-digit code digit by digit; the last digit submits it. */
export async function typeCode(page: Page, code: string): Promise<void> {
  await page.getByLabel('Digit 1 of 6').click()
  await page.keyboard.type(code)
}

async function newCode(request: APIRequestContext, baseUrl: string, to: Person, before: Mail[]): Promise<string> {
  const old = new Set(before.map((mail) => mail.id))
  const giveUpAt = Date.now() + 10_000
  while (Date.now() < giveUpAt) {
    const subjects = (await mailsTo(request, baseUrl, to))
      .filter((mail) => !old.has(mail.id))
      .map(({ subject }) => subject)
    // Other mails are sent to the same person.
    const code = subjects.find((subject) => subject.endsWith('sign-in code'))?.match(/^\d{6}\b/)?.[0]
    if (code !== undefined) return code
    await sleep(100)
  }
  throw new Error(`No code was emailed to ${to.email}`)
}

async function mailsTo(request: APIRequestContext, baseUrl: string, { email }: Person): Promise<Mail[]> {
  const response = await request.get(`${baseUrl}/outbox.json?to=${encodeURIComponent(email)}`)
  const mails: Mail[] = await response.json()
  return mails
}
