import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { contract } from '@kobo/contract'
import { lagosDay } from '@kobo/contract/kit/day'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { startApp, type TestApp } from '../../testing/app.ts'
import { bundled } from '../../testing/bundled.ts'
import { sendCall } from '../../testing/client.ts'
import { manyMovements } from '../../testing/many-rows.ts'
import { aFundedMerchant, eventually, ownAccount } from '../../testing/payouts.ts'

const { download } = contract.statements
const dayMs = 86_400_000
/** Two statements are rendered at a time, so more of them take longer but no more memory. */
const statements = process.env['DEEP'] ? 20 : 4
const movements = 12_000
const mostMb = 450

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

/** Starts the server as its own process, with the database and the sessions of the test. */
async function startServer() {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  probe.close()
  const url = `http://localhost:${port}`
  const { secret, hashKey, dataDir } = app.services.settings
  const child = spawn(process.execPath, [bundled('main.ts')], {
    env: {
      ...process.env,
      DATABASE_URL: app.database.url,
      PORT: String(port),
      PUBLIC_URL: url,
      SECRET: secret,
      HASH_KEY: hashKey,
      DATA_DIR: dataDir,
      LOG_LEVEL: 'silent',
    },
    stdio: 'ignore',
  })
  await eventually(async () => (await fetch(`${url}/readyz`).catch(() => null))?.ok, 120_000)
  return { url, child }
}

// Only Linux reports a process's peak memory.
it.runIf(process.platform === 'linux')(
  `generates ${statements} concurrent statements of ${movements} movements within ${mostMb} MB of server memory`,
  {
    timeout: 600_000,
  },
  async () => {
    const merchant = await aFundedMerchant(app.db, 1_000n)
    const { id: accountId } = await ownAccount(app.db, merchant.id)
    await manyMovements(app, { accountId, merchantId: merchant.id, count: movements })
    const ada = await app.signIn()
    const { url, child } = await startServer()
    try {
      const now = app.clock.now()
      const replies = await Promise.all(
        Array.from({ length: statements }, (_, days) => {
          const startDate = lagosDay(new Date(now.getTime() - days * dayMs))
          const period = { merchantId: merchant.id, startDate, endDate: lagosDay(now) }
          return sendCall(url, ada.credentials, download, period)
        }),
      )
      for (const { data } of replies) {
        await eventually(async () => (await fetch(new URL(data.statementURL, url))).status === 200, 500_000)
      }
      const peakKb = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]
      expect(Number(peakKb) / 1024).toBeLessThan(mostMb)
    } finally {
      child.kill('SIGKILL')
      await once(child, 'exit')
    }
  },
)
