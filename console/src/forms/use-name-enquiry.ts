import { skipToken, useQuery } from '@tanstack/react-query'
import { ApiError } from '../api/api-error.ts'

interface Account {
  bankCode: string
  accountNumber: string
}

/** Queries the holder of an account. Status 404 or 422 means that there is no such account. */
export type Enquire = (account: Account) => Promise<string>

export type NameEnquiry =
  | { state: 'waiting' | 'asking' }
  | { state: 'found'; name: string }
  | { state: 'unknown'; sentence: string }
  | { state: 'failed'; retry: () => void }

/** Returns whether a text has ten digits, the form of every Nigerian bank account number. */
function isNuban(text: string): boolean {
  return /^\d{10}$/.test(text)
}

/** Queries the holder of an account once per complete pair of bank and number. */
export function useNameEnquiry(enquire: Enquire, account: Account): NameEnquiry {
  const isComplete = account.bankCode !== '' && isNuban(account.accountNumber)
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['name enquiry', account],
    queryFn: isComplete ? () => enquire(account) : skipToken,
    // Name enquiries may be charged, so only the operator repeats them.
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnReconnect: false,
    // The holder's name is personal data, so it is not cached.
    gcTime: 0,
  })
  if (!isComplete) return { state: 'waiting' }
  if (isFetching) return { state: 'asking' }
  if (data !== undefined) return { state: 'found', name: data }
  if (error instanceof ApiError && [404, 422].includes(error.status)) {
    return { state: 'unknown', sentence: error.message }
  }
  return { state: 'failed', retry: () => void refetch() }
}
