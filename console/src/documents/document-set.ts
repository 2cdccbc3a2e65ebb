import { createContext, type ReactNode } from 'react'

interface Papers {
  /** URLs of the documents in viewing order. */
  all: readonly string[]
  /** Shown with the last document: the decision to take after viewing all of them. */
  decision?: ReactNode
}

/** All documents of a record. */
export const Beside = createContext<Papers>({ all: [] })
