import fastify from 'fastify'
import { openDatabase } from '../../db/database.ts'
import { type AcquirersClient, addAcquirerRoutes, payOut } from './acquirer-routes.ts'
import { addBehaviourRoutes, type Behaviour, calm } from './behaviour.ts'
import { addBillerRoutes } from './biller-routes.ts'
import { openBook } from './book.ts'
import { addCardRefundRoutes } from './card-refunds.ts'
import { addHookRoutes } from './webhook-receiver-routes.ts'
import { addRegisterRoutes } from './bvn-routes.ts'
import { addSwitchRoutes } from './switch-routes.ts'
import type { OutsideWorld } from './context.ts'

export interface SimulatorOptions {
  /** Where its book is kept, in the schema `outside`. */
  databaseUrl: string
  /** A free one unless given. */
  port?: number
  /** What differs from a world in which everything works. */
  behaviour?: Partial<Behaviour>
  /** Whom the acquirer tells of card payments and pays; nobody unless given. */
  acquirersClient?: AcquirersClient | null
  /** How often it pays by itself; never unless given. */
  acquirerPaysEveryMs?: number
}

export interface Simulator {
  url: string
  port: number
  /** Cuts every connection, as a power cut would; the book stays. */
  close(): Promise<void>
}

/** Starts the simulated outside world: switches, register, acquirer and the merchants' servers, over HTTP on loopback. */
export async function startSimulator(options: SimulatorOptions): Promise<Simulator> {
  const { databaseUrl, port = 0, behaviour, acquirersClient = null, acquirerPaysEveryMs } = options
  const database = openDatabase(databaseUrl, { max: 10, applicationName: 'kobo-outside-world' })
  const world: OutsideWorld = {
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
  addRegisterRoutes(app, world)
  addHookRoutes(app, world)
  addAcquirerRoutes(app, world, acquirersClient)
  addCardRefundRoutes(app, world)
  addBillerRoutes(app, world)
  addBehaviourRoutes(app, world.behaviour)
  try {
    await openBook(database.pool)
    const url = await app.listen({ host: '127.0.0.1', port })
    if (acquirersClient && acquirerPaysEveryMs !== undefined) {
      // What cannot be told or paid now is so the next time.
      const pay = () => void payOut(world, acquirersClient).catch(() => {})
      paying = setInterval(pay, acquirerPaysEveryMs).unref()
    }
    return { url, port: Number(new URL(url).port), close }
  } catch (error) {
    await close()
    throw error
  }
}
