export const billCategories = ['AIRTIME', 'DATA', 'CABLE_TV', 'ELECTRICITY', 'INTERNET'] as const

export type BillCategory = (typeof billCategories)[number]
