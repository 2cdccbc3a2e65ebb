import type { Engine } from '../engine.ts'

/** One look at what is due. */
export interface Pass {
  engine: Engine
  /** Hears of every order that could not be carried out; it stays due. */
  onError: (error: unknown) => void
  /** Ends the pass after the order under way. */
  signal: AbortSignal
}

interface Due {
  /** Orders that are due, by id, those after this one. */
  find(afterId: string): Promise<{ id: string }[]>
  carryOut(id: string): Promise<void>
}

/** Carries out what is due, one order after the other; one that fails does not keep the others waiting. */
export async function eachDue({ onError, signal }: Pass, { find, carryOut }: Due): Promise<void> {
  for (let after = firstId; ; ) {
    const due = await find(after)
    for (const { id } of due) {
      if (signal.aborted) return
      await carryOut(id).catch(onError)
    }
    const last = due.at(-1)
    if (!last) return
    after = last.id
  }
}

/** How many orders are looked up together. */
export const atOnce = 200

const firstId = '00000000-0000-0000-0000-000000000000'
