import { setTimeout as sleep } from 'node:timers/promises'
import { openPartners, PartnerRefused, type Partners } from '@kobo/demo/partners'
import { makeSeal } from '../seal.ts'
import type { TestDatabase } from './database.ts'
import { hastySettings } from './fast-retry-engine.ts'
import { killWorker, type Round, startWorker, throughKills, type Worker } from './killable-worker.ts'

const soonMs = 20

/** Server that tests kill, with callers that send every message twice and retry until they get a response. */
export function aKillableServer({ db, url }: TestDatabase, servicesUrl: string) {
  const seal = makeSeal(hastySettings.secret)
  let partners: Partners | null = null
  let unanswered = 0
  const start = async (): Promise<Worker> => {
    const worker = await startWorker('server-worker.ts', url, servicesUrl)
    partners = openPartners({ ...hastySettings, baseUrl: worker.said, db, seal })
    return worker
  }
  const send = async <T>(message: (to: Partners) => Promise<T>): Promise<T> => {
    for (;;) {
      try {
        if (partners) return await message(partners)
      } catch (error) {
        // A 503 only means that the database is unavailable, so it is retried.
        if (error instanceof PartnerRefused && error.status !== 503) throw error
        unanswered += 1
      }
      await sleep(soonMs)
    }
  }
  return {
    seal,
    /** Number of messages that found no server or got no response from it. */
    unanswered: () => unanswered,
    /** Sends the same message twice concurrently and returns both responses. */
    sendTwice<T>(message: (to: Partners) => Promise<T>): Promise<[T, T]> {
      const replies = Promise.all([send(message), send(message)])
      // The caller may await these many kills later, and sees a rejection only then.
      replies.catch(() => {})
      return replies
    },
    /** Kills the server at the end of each round and restarts it. Returns a function that ends the last server. */
    async throughKills(kills: number, untilKilled: Round): Promise<() => Promise<void>> {
      const last = await throughKills(kills, start, untilKilled)
      return () => killWorker(last)
    },
  }
}
