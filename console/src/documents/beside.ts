import { createContext } from 'react'

/** The addresses of all documents of a record, in the order in which they are looked through. */
export const Beside = createContext<readonly string[]>([])
