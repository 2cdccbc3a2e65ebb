/** A bank or other institution that holds accounts. */
export interface Bank {
  /** CBN code, which account numbers contain. */
  code: string
  /** Code at the switch (NIP). */
  nipCode: string
  name: string
}

/** Institutions that money can be sent to, sorted by name. */
export const banks: readonly Bank[] = [
  { code: '044', nipCode: '000014', name: 'Access Bank' },
  { code: '023', nipCode: '000009', name: 'Citibank Nigeria' },
  { code: '050', nipCode: '000010', name: 'Ecobank Nigeria' },
  { code: '070', nipCode: '000007', name: 'Fidelity Bank' },
  { code: '011', nipCode: '000016', name: 'First Bank of Nigeria' },
  { code: '214', nipCode: '000003', name: 'First City Monument Bank' },
  { code: '058', nipCode: '000013', name: 'Guaranty Trust Bank' },
  { code: '301', nipCode: '000006', name: 'Jaiz Bank' },
  { code: '082', nipCode: '000002', name: 'Keystone Bank' },
  { code: '50211', nipCode: '090267', name: 'Kuda Microfinance Bank' },
  { code: '50515', nipCode: '090405', name: 'Moniepoint Microfinance Bank' },
  { code: '999992', nipCode: '100004', name: 'OPay' },
  { code: '999991', nipCode: '100033', name: 'PalmPay' },
  { code: '076', nipCode: '000008', name: 'Polaris Bank' },
  { code: '101', nipCode: '000023', name: 'Providus Bank' },
  { code: '221', nipCode: '000012', name: 'Stanbic IBTC Bank' },
  { code: '068', nipCode: '000021', name: 'Standard Chartered Bank' },
  { code: '232', nipCode: '000001', name: 'Sterling Bank' },
  { code: '032', nipCode: '000018', name: 'Union Bank of Nigeria' },
  { code: '033', nipCode: '000004', name: 'United Bank for Africa' },
  { code: '215', nipCode: '000011', name: 'Unity Bank' },
  { code: '566', nipCode: '090110', name: 'VFD Microfinance Bank' },
  { code: '035', nipCode: '000017', name: 'Wema Bank' },
  { code: '057', nipCode: '000015', name: 'Zenith Bank' },
]

const byCode = new Map(banks.map((bank) => [bank.code, bank]))
const byNipCode = new Map(banks.map((bank) => [bank.nipCode, bank]))

/** Finds a bank by its CBN or NIP code. */
export function findBank(code: string): Bank | undefined {
  return byCode.get(code) ?? byNipCode.get(code)
}

/** Returns a bank's name; null for an unknown code. */
export function bankName(code: string | null): string | null {
  return code === null ? null : (findBank(code)?.name ?? null)
}
