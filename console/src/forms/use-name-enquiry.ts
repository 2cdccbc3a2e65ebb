import { skipToken, useQuery } from '@tanstack/react-query'
import { ApiError } from '../api/api-error.ts'

interface Account {
  bankCode: string
  accountNumber: string
}

/** Asks whose account it is. A refusal means that there is no such account. */
export type Enquire = (account: Account) => Promise<string>

export type NameEnquiry =
  | { state: 'waiting' | 'asking' }
  | { state: 'found'; name: string }
  | { state: 'unknown'; sentence: string }
  | { state: 'failed'; retry: () => void }

/** Ten digits: the form of every account number of a Nigerian bank. */
function isNuban(text: string): boolean {
  return /^\d{10}$/.test(text)
}

/** Looks the holder of an account up, once for each pair of bank and number that is whole. */
export function useNameEnquiry(enquire: Enquire, account: Account): NameEnquiry {
  const isWhole = account.bankCode !== '' && isNuban(account.accountNumber)
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['name enquiry', account],
    queryFn: isWhole ? () => enquire(account) : skipToken,
    // A look-up may be paid for: only a person repeats it.
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnReconnect: false,
    // Whose account it is, is personal: nothing of it is kept.
    gcTime: 0,
  })
  if (!isWhole) return { state: 'waiting' }
  if (isFetching) return { state: 'asking' }
  if (data !== undefined) return { state: 'found', name: data }
  if (error instanceof ApiError && [404, 422].includes(error.status)) {
    return { state: 'unknown', sentence: error.message }
  }
  return { state: 'failed', retry: () => void refetch() }
}
