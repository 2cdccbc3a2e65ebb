import type { Page } from '@playwright/test'
import { generateSync } from 'otplib'
import { SMTPServer } from 'smtp-server'
import { givePassword, operator, typeCode } from '../tools/browser-sign-in.ts'
import { expect, listReady, rowsOf, test } from './console.ts'
import { startDemo } from './server.ts'

interface Mail {
  to: string
  /** Headers and text, decoded. */
  source: string
}

/** Starts a real SMTP server on loopback that stores the mails it receives. */
async function startMailServer() {
  const mails: Mail[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        mails.push({ to: session.envelope.rcptTo[0]?.address ?? '', source: plain(Buffer.concat(chunks).toString()) })
        done()
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return {
    mails,
    url: `smtp://127.0.0.1:${port}`,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

/** Decodes quoted-printable text. */
function plain(source: string): string {
  return source
    .replaceAll(/=\r?\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
}

async function newestTo(mails: readonly Mail[], email: string, pattern: RegExp): Promise<string> {
  let found: RegExpExecArray | null = null
  await expect(() => {
    found =
      mails
        .filter(({ to }) => to === email)
        .map(({ source }) => pattern.exec(source))
        .findLast(Boolean) ?? null
    expect(found).not.toBeNull()
  }).toPass({ timeout: 15_000 })
  return (found as RegExpExecArray | null)?.[1] ?? ''
}

const mailedCode = /^Subject: (\d{6}) /m

test('TEAM-02 TEAM-05 AUTH-10 invites a colleague by email through a real server, who signs in with an authenticator', async ({
  browser,
}) => {
  test.setTimeout(240_000)
  const mailServer = await startMailServer()
  const { baseUrl, stop } = await startDemo({ SMTP_URL: mailServer.url })
  try {
    const at = async () => await (await browser.newContext({ baseURL: baseUrl })).newPage()
    const signInByMail = async (page: Page, person: typeof operator) => {
      const earlier = mailServer.mails.length
      await givePassword(page, baseUrl, person)
      await expect.poll(() => mailServer.mails.slice(earlier).some(({ to }) => to === person.email)).toBe(true)
      await typeCode(page, await newestTo(mailServer.mails, person.email, mailedCode))
      await page.getByRole('button', { name: person.name }).waitFor()
    }
    const page = await at()
    await signInByMail(page, operator)
    const amaka = { name: 'Amaka Udeh', email: 'amaka@colleagues.test', password: 'amakas-own-word' }
    await page.goto('/teams')
    await listReady(page)
    await page.getByRole('button', { name: 'Invite Teams' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('First name').fill('Amaka')
    await dialog.getByLabel('Last name').fill('Udeh')
    await dialog.getByLabel('Email address').fill(amaka.email)
    await dialog.getByRole('button', { name: 'Invite Team' }).click()
    await expect(rowsOf(page).filter({ hasText: amaka.email })).toBeVisible()

    const hers = await at()
    await hers.goto(await newestTo(mailServer.mails, amaka.email, /(http\S+\/invite\?\S+)/))
    await hers.getByLabel('Password', { exact: true }).fill(amaka.password)
    await hers.getByLabel('Confirm password').fill(amaka.password)
    await hers.getByRole('button', { name: 'Accept invite' }).click()
    await expect(hers.getByLabel('Email address')).toHaveValue(amaka.email)
    await signInByMail(hers, amaka)

    await hers.goto('/settings?status=security')
    await hers.getByRole('button', { name: 'Set up an authenticator app' }).click()
    await hers.getByLabel('Password', { exact: true }).fill(amaka.password)
    await hers.getByRole('button', { name: 'Continue' }).click()
    const shown = hers.getByRole('dialog').getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/)
    const secret = ((await shown.textContent()) ?? '').replaceAll(' ', '')
    await typeCode(hers, generateSync({ secret }))
    await hers.getByRole('button', { name: 'Turn on' }).click()
    await hers.getByRole('button', { name: 'I have saved them' }).click()
    const mailed = mailServer.mails.length

    const again = await at()
    await givePassword(again, baseUrl, amaka)
    await typeCode(again, generateSync({ secret, epoch: Math.floor(Date.now() / 1000) + 30 }))
    await again.getByRole('button', { name: amaka.name }).waitFor()
    // No code is mailed to a user with an authenticator app.
    expect(mailServer.mails.slice(mailed).filter(({ source }) => mailedCode.test(source))).toEqual([])
  } finally {
    await stop()
    await mailServer.close()
  }
})
