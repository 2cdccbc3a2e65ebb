import { z } from 'zod'
import type { Simulator } from '../rails/simulator/simulator.ts'

const book = z.object({
  payments: z.array(z.object({ sessionId: z.string(), amountKobo: z.string(), code: z.string() })),
})

interface Sent {
  session_id: string | null
  amount_kobo: bigint
}

/** What we say was paid, each as a session ID and kobo, in an order in which it can be compared. */
export function paidByUs(rows: readonly Sent[]): string[] {
  return rows.map((row) => `${row.session_id} ${row.amount_kobo}`).toSorted()
}

/** What the switches say that they paid, likewise. */
export async function paidOutside({ url }: Simulator): Promise<string[]> {
  const { payments } = book.parse(await (await fetch(`${url}/book`)).json())
  const paid = payments.filter(({ code }) => code === '00')
  return paid.map(({ sessionId, amountKobo }) => `${sessionId} ${amountKobo}`).toSorted()
}
