import fastify from 'fastify'
import { openDatabase } from '@kobo/server/db/database'
import { type AcquirersClient, addAcquirerRoutes, payOut } from './acquirer-routes.ts'
import { addBehaviourRoutes, type Behaviour, calm } from './behaviour.ts'
import { addBillerRoutes } from './biller-routes.ts'
import { openBook } from './book.ts'
import { addCardRefundRoutes } from './card-refunds.ts'
import { addWebhookReceiverRoutes } from './webhook-receiver-routes.ts'
import { addBvnRoutes } from './bvn-routes.ts'
import { addSwitchRoutes } from './switch-routes.ts'
import type { SimulatorContext } from './context.ts'

export interface SimulatorOptions {
  /** Database of its book, in the schema `outside`. */
  databaseUrl: string
  /** A free one by default. */
  port?: number
  /** Deviations from a world in which everything works. */
  behaviour?: Partial<Behaviour>
  /** Server that the acquirer notifies of card payments and pays; none by default. */
  acquirersClient?: AcquirersClient | null
  /** Interval of the acquirer's automatic payouts; none by default. */
  acquirerPaysEveryMs?: number
}

export interface Simulator {
  url: string
  port: number
  /** Cuts every connection, as a power cut would; the book is kept. */
  close(): Promise<void>
}

/** Starts the simulated switches, BVN register, acquirer, billers and merchants' servers, over HTTP on loopback. */
export async function startSimulator(options: SimulatorOptions): Promise<Simulator> {
  const { databaseUrl, port = 0, behaviour, acquirersClient = null, acquirerPaysEveryMs } = options
  const database = openDatabase(databaseUrl, { max: 10, applicationName: 'kobo-outside-world' })
  const world: SimulatorContext = {
    pool: database.pool,
    behaviour: { now: { ...calm, ...behaviour } },
  }
  const app = fastify({ forceCloseConnections: true })
  let paying: NodeJS.Timeout | undefined
  const close = async () => {
    clearInterval(paying)
    await app.close()
    await database.close()
  }
  addSwitchRoutes(app, world)
  addBvnRoutes(app, world)
  addWebhookReceiverRoutes(app, world)
  addAcquirerRoutes(app, world, acquirersClient)
  addCardRefundRoutes(app, world)
  addBillerRoutes(app, world)
  addBehaviourRoutes(app, world.behaviour)
  try {
    await openBook(database.pool)
    const url = await app.listen({ host: '127.0.0.1', port })
    if (acquirersClient && acquirerPaysEveryMs !== undefined) {
      // Failures are retried at the next interval.
      const pay = () => void payOut(world, acquirersClient).catch(() => {})
      paying = setInterval(pay, acquirerPaysEveryMs).unref()
    }
    return { url, port: Number(new URL(url).port), close }
  } catch (error) {
    await close()
    throw error
  }
}
