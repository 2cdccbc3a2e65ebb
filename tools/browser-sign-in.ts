import type { Page } from '@playwright/test'

/** The demo's operator. */
export const operator = { name: 'Adaeze Okonkwo', email: 'admin@demo.test', password: 'kobo-demo-2026' }

interface Mail {
  id: string
  subject: string
}

/** Signs in through the screens, with the code that was mailed, and waits for the first list. */
export async function signIn(page: Page, baseUrl: string): Promise<void> {
  const before = new Set((await mailsTo(page, baseUrl)).map((mail) => mail.id))
  await page.goto(`${baseUrl}/`)
  await page.getByLabel('Email address').fill(operator.email)
  await page.getByLabel('Password', { exact: true }).fill(operator.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByLabel('Digit 1 of 6').waitFor()
  await typeCode(page, await newCode(page, baseUrl, before))
  await page.getByRole('button', { name: operator.name }).waitFor()
}

/** Types a six-digit code digit by digit, as a person does; the last digit sends it. */
export async function typeCode(page: Page, code: string): Promise<void> {
  await page.getByLabel('Digit 1 of 6').click()
  await page.keyboard.type(code)
}

async function newCode(page: Page, baseUrl: string, before: Set<string>): Promise<string> {
  const giveUpAt = Date.now() + 10_000
  while (Date.now() < giveUpAt) {
    const subjects = (await mailsTo(page, baseUrl)).filter((one) => !before.has(one.id)).map(({ subject }) => subject)
    // Other mails go to the same person.
    const code = subjects.find((subject) => subject.endsWith('sign-in code'))?.match(/^\d{6}\b/)?.[0]
    if (code !== undefined) return code
    await page.waitForTimeout(100)
  }
  throw new Error(`No code was mailed to ${operator.email}`)
}

async function mailsTo(page: Page, baseUrl: string): Promise<Mail[]> {
  const answer = await page.request.get(`${baseUrl}/outbox.json?to=${encodeURIComponent(operator.email)}`)
  const mails: Mail[] = await answer.json()
  return mails
}
