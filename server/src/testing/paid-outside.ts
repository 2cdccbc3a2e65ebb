import { z } from 'zod'
import type { Simulator } from '../rails/simulator/simulator.ts'

const book = z.object({
  payments: z.array(z.object({ sessionId: z.string(), amountKobo: z.string(), code: z.string() })),
})

interface Sent {
  session_id: string | null
  amount_kobo: bigint
}

/** Payments sent according to our records, each as session ID and kobo, sorted for comparison. */
export function paidByUs(rows: readonly Sent[]): string[] {
  return rows.map((row) => `${row.session_id} ${row.amount_kobo}`).toSorted()
}

/** Payments made according to the simulated switches, in the same form. */
export async function paidOutside({ url }: Simulator): Promise<string[]> {
  const { payments } = book.parse(await (await fetch(`${url}/book`)).json())
  const paid = payments.filter(({ code }) => code === '00')
  return paid.map(({ sessionId, amountKobo }) => `${sessionId} ${amountKobo}`).toSorted()
}
