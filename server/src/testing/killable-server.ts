import { setTimeout as sleep } from 'node:timers/promises'
import { openPartners, PartnerRefused, type Partners } from '../demo/partners.ts'
import { makeSeal } from '../seal.ts'
import type { TestDatabase } from './database.ts'
import { hastySettings } from './fast-retry-engine.ts'
import { killWorker, type Round, startWorker, throughKills, type Worker } from './killable-worker.ts'

const soonMs = 20

/** A server to be killed, and those outside, who tell it everything twice and again until they hear an answer. */
export function aMortalServer({ db, url }: TestDatabase, outsideUrl: string) {
  const seal = makeSeal(hastySettings.secret)
  let partners: Partners | null = null
  let unanswered = 0
  const start = async (): Promise<Worker> => {
    const worker = await startWorker('server-worker.ts', url, outsideUrl)
    partners = openPartners({ ...hastySettings, baseUrl: worker.said, db, seal })
    return worker
  }
  const tell = async <T>(message: (to: Partners) => Promise<T>): Promise<T> => {
    for (;;) {
      try {
        if (partners) return await message(partners)
      } catch (error) {
        // Only that its database is away is no answer.
        if (error instanceof PartnerRefused && error.status !== 503) throw error
        unanswered += 1
      }
      await sleep(soonMs)
    }
  }
  return {
    seal,
    /** How often a message found no server, or one that died before it answered. */
    unanswered: () => unanswered,
    /** Tells the same twice at once; gives both answers. */
    tellTwice<T>(message: (to: Partners) => Promise<T>): Promise<[T, T]> {
      const answers = Promise.all([tell(message), tell(message)])
      // They may be awaited many kills later only, and a refusal is to be seen there.
      answers.catch(() => {})
      return answers
    },
    /** Has the server killed at the end of each round; it goes on after the last. Gives what ends it. */
    async throughKills(kills: number, untilKilled: Round): Promise<() => Promise<void>> {
      const last = await throughKills(kills, start, untilKilled)
      return () => killWorker(last)
    },
  }
}
