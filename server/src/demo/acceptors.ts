/** Where cards are used in the demo. */
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
