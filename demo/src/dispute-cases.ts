/** Complaints of customers. */
export const stories = [
  { customer: 'Ngozi Eze', description: 'Paid for two crates of malt. Nothing was delivered, and nobody picks up.' },
  { customer: 'Tunde Bakare', description: 'Was debited twice for one order. The second payment was never used.' },
  {
    customer: 'Halima Yusuf',
    description: 'The seller on the phone was not the business. The money was taken by fraud.',
  },
  { customer: 'Chinedu Obi', description: 'The goods came broken, and the shop does not take them back.' },
  { customer: 'Folake Adeyemi', description: 'Sent to the wrong account number. Please return it.' },
  { customer: 'Musa Danjuma', description: 'The cashback that was promised for this payment was not paid.' },
  { customer: 'Ifeoma Nwosu', description: 'The bank of the customer reports the payment as not authorised.' },
] as const

/** Messages of staff to the merchant. */
export const questions = [
  { subject: 'Proof of delivery', message: 'Please send the waybill and the name of whoever received the goods.' },
  { subject: 'Order details', message: 'Which order does this payment belong to?\nWhen was it shipped?' },
  { subject: 'Your view', message: 'The customer says that nothing arrived. What do your records say?' },
] as const

/** Replies of merchants. */
export const feedback = [
  { subject: 'Delivered', message: 'The goods were received at the gate. The signed waybill is attached.' },
  { subject: 'Still on the way', message: 'The truck broke down at Ore. We expect to deliver tomorrow.' },
  { subject: 'Our mistake', message: 'The order was overlooked. We agree to a refund.' },
] as const
