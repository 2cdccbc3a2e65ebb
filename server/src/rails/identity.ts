import { day } from '@kobo/contract/kit/day'
import { z } from 'zod'
import { requestJson } from './request-json.ts'

const bvnForm = /^\d{11}$/
const name = z.string().trim().min(1).max(100)

const bvnRecord = z.object({
  bvn: z.string().regex(bvnForm),
  firstName: name,
  middleName: name.nullable(),
  lastName: name,
  dateOfBirth: day,
  registrationDate: day.nullable(),
  watchListed: z.boolean(),
})

/** Record of a person in the BVN register. */
export type BvnRecord = z.infer<typeof bvnRecord>

/** `problem` means that the register could not be queried, not that the number does not exist. */
export type BvnResponse = { found: true; record: BvnRecord } | { found: false } | { problem: string }

/** Client of the BVN register. No method throws when the register fails. */
export interface Identity {
  findBvn(bvn: string): Promise<BvnResponse>
}

/** Opens the register's HTTP client. */
export function openIdentity({ url, timeoutMs }: { url: string; timeoutMs: number }): Identity {
  const base = url.replace(/\/+$/, '')
  return {
    async findBvn(bvn) {
      if (!bvnForm.test(bvn)) return { found: false }
      const { status, body, problem } = await requestJson({
        name: 'identity bvn',
        method: 'GET',
        url: `${base}/bvn/${bvn}`,
        timeoutMs,
      })
      // A 404 without the number may come from any proxy on the way.
      if (status === 404 && body?.['bvn'] === bvn) return { found: false }
      if (problem !== null) return { problem }
      const { data } = bvnRecord.safeParse(body)
      return data?.bvn === bvn ? { found: true, record: data } : { problem: 'unreadable' }
    },
  }
}
