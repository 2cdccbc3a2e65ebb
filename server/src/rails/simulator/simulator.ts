import fastify from 'fastify'
import { openDatabase } from '../../db/database.ts'
import { addBehaviourRoutes, type Behaviour, calm } from './behaviour.ts'
import { openBook } from './book.ts'
import { addHookRoutes } from './hook-routes.ts'
import { addRegisterRoutes } from './register-routes.ts'
import { addSwitchRoutes } from './switch-routes.ts'
import type { OutsideWorld } from './world.ts'

export interface SimulatorOptions {
  /** Where its book is kept, in the schema `outside`. */
  databaseUrl: string
  /** A free one unless given. */
  port?: number
  /** What differs from a world in which everything works. */
  behaviour?: Partial<Behaviour>
}

export interface Simulator {
  url: string
  port: number
  /** Cuts every connection, as a power cut would; the book stays. */
  close(): Promise<void>
}

/** Starts the simulated outside world: switches, register and the merchants' servers, over HTTP on loopback. */
export async function startSimulator({ databaseUrl, port = 0, behaviour }: SimulatorOptions): Promise<Simulator> {
  const database = openDatabase(databaseUrl, { max: 10, applicationName: 'kobo-outside-world' })
  const world: OutsideWorld = {
    pool: database.pool,
    behaviour: { now: { ...calm, ...behaviour } },
  }
  const app = fastify({ forceCloseConnections: true })
  const close = async () => {
    await app.close()
    await database.close()
  }
  addSwitchRoutes(app, world)
  addRegisterRoutes(app, world)
  addHookRoutes(app, world)
  addBehaviourRoutes(app, world.behaviour)
  try {
    await openBook(database.pool)
    const url = await app.listen({ host: '127.0.0.1', port })
    return { url, port: Number(new URL(url).port), close }
  } catch (error) {
    await close()
    throw error
  }
}
