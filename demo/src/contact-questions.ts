/** Questions of customers with the answers of staff. */
export const questions = [
  {
    subject: 'A transfer that has not arrived',
    message: 'I sent money this morning and my supplier has not received it. Please check what became of it.',
    answer: 'The receiving bank has confirmed it by now. Please ask your supplier to look again.',
  },
  {
    subject: 'Opening a business account',
    message: 'Which documents do you need from a business name that is registered, but not a limited company?',
    answer: 'The certificate of the business name, one identity document and the BVN of the owner are enough.',
  },
  {
    subject: 'Fees for collections',
    message: 'What does a payment into a virtual account cost, and is VAT part of it?',
    answer: 'Your charges are on your dashboard under Charges. VAT of 7.5 % is added to the fee.',
  },
  {
    subject: 'Change of phone number',
    message: 'I have lost my line and want to use another number for my wallet.\nMy new number is the one above.',
    answer: 'We have passed this on to your merchant, who will ask you for a new photograph.',
  },
  {
    subject: 'Integration of payment links',
    message: 'Can a payment link be made by our own system, and will we be told when it was paid?',
    answer: 'Yes, both: see the guide for merchants, which has an example of each.',
  },
  {
    subject: 'Paid twice',
    message: 'My card was charged twice for one order. The shop says that it got the money once.',
    answer: 'One of the two charges was declined and has gone back to your card.',
  },
] as const
