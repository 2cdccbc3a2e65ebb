import { createContext, type ReactNode } from 'react'

interface Papers {
  /** Their addresses, in the order in which they are looked through. */
  all: readonly string[]
  /** What stands beside the last of them: what may be decided once they have been seen. */
  decision?: ReactNode
}

/** All documents of a record. */
export const Beside = createContext<Papers>({ all: [] })
