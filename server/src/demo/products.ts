/** Goods and services for which merchants request payment. */
export const wares = [
  'Ten bags of kola nut',
  'School fees, second term',
  'Ankara, six yards',
  'Delivery to Surulere',
  'Borehole pump',
  'Wedding cake, three tiers',
  'Generator service',
  'Used laptop',
  'Tailoring, agbada',
  'Bags of cement',
  'Hotel room, two nights',
  'Shea butter, wholesale',
  'Solar panel, 300 W',
  'Website, first half',
  'Bus tickets to Ibadan',
]
