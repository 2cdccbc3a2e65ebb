import type { Demo } from '@kobo/server/demo'
import { everyday } from './simulator/behaviour.ts'
import { openBook } from './simulator/book.ts'
import { startSimulator } from './simulator/simulator.ts'
import { addAcquirerPage } from './acquirer-page.ts'
import { openDemoBank } from './demo-bank.ts'
import { fillDemoWorld } from './fill.ts'
import { startOpenBatches } from './new-batch.ts'
import { openPartners } from './partners.ts'
import { startTraffic } from './traffic.ts'

/** Payout interval of the demo's acquirer, short enough for a newcomer to see one. */
const acquirersDayMs = 5 * 60_000

/** Everything that the server uses of the demo. */
export const demo: Demo = {
  fill: fillDemoWorld,
  openBook,
  async startSimulator(databaseUrl, { port, simulatorPort, acquirerSecret: secret, demoTraffic }) {
    return await startSimulator({
      databaseUrl,
      port: simulatorPort,
      behaviour: everyday,
      acquirersClient: secret === null ? null : { url: () => `http://127.0.0.1:${port}`, secret },
      ...(demoTraffic && { acquirerPaysEveryMs: acquirersDayMs }),
    })
  },
  async addPages(app, { db, seal, settings, outside }) {
    if (outside.simulatorUrl !== null) await addAcquirerPage(app, outside.simulatorUrl)
    return openDemoBank(() => app.listeningOrigin, { db, seal, ...settings })
  },
  async startTraffic({ db, jobs, seal, settings }, onError) {
    await startOpenBatches({ db, jobs })
    const partners = openPartners({ baseUrl: `http://127.0.0.1:${settings.port}`, db, seal, ...settings })
    return startTraffic({ db, partners }, onError)
  },
}
