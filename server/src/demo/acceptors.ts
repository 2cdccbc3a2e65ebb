/** Merchants at which the demo's cards are used. */
export const acceptors = [
  'Mama Put Kitchen',
  'Shoprite Ikeja',
  'Total Energies Lekki',
  'Jumia',
  'Chicken Republic Yaba',
  'Medplus Pharmacy',
  'Ebeano Supermarket',
  'Bolt',
  'Filmhouse Cinemas',
  'Spar Victoria Island',
  'Arik Air',
  'Konga',
] as const
