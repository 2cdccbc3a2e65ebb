/** One side of a payment, as stored with its transaction; null where a detail is unknown. */
export interface Party {
  name: string | null
  accountNumber: string | null
  bankCode: string | null
}

/** Returns the holder of an account row as a party. */
export function holderOf(account: {
  account_name: string | null
  account_number: string | null
  bank_code: string | null
}): Party {
  return { name: account.account_name, accountNumber: account.account_number, bankCode: account.bank_code }
}

/** Returns who a stored transaction came from, the party that a refund or reversal goes to. */
export function originatorOf(row: {
  originator_name: string | null
  originator_number: string | null
  originator_bank_code: string | null
}): Party {
  return { name: row.originator_name, accountNumber: row.originator_number, bankCode: row.originator_bank_code }
}

/** Columns of a new transaction for its two parties; those of an absent party are null. */
export function partyColumns({ originator, beneficiary }: { originator: Party | null; beneficiary: Party | null }) {
  return {
    originator_name: originator?.name ?? null,
    originator_number: originator?.accountNumber ?? null,
    originator_bank_code: originator?.bankCode ?? null,
    beneficiary_name: beneficiary?.name ?? null,
    beneficiary_number: beneficiary?.accountNumber ?? null,
    beneficiary_bank_code: beneficiary?.bankCode ?? null,
  }
}
