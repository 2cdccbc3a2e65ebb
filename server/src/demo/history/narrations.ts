import { encoded } from './copy-rows.ts'

const words = (text: string) => text.split(/,\s+/).map(encoded)

/** Typical narrations of payments. */
export const narrations = {
  payout: words(`Supplier payment, Salary, Staff allowance, Rent, Invoice settlement, Diesel, Logistics, Refund,
School fees, Transport fare, Commission, Stock replenishment, Loan repayment, Contribution payout, House keeping,
Ajo collection, Market goods, Repairs, Airtime float, Data subscription, Utility bill, Medical bill, Wedding support,
Balance payment, Part payment, Vendor settlement, Weekly wages, Cooperative savings, Farm inputs, Cement purchase`),
  collection: words(`Payment for goods, Order payment, Deposit, Invoice payment, School fees, Booking, Subscription,
Monthly dues, Contribution, Savings, Wallet funding, Top up, Part payment, Balance, Delivery fee, Ticket, Rent,
Consultation fee, Transfer, Bulk order, Membership, Weekly ajo, Catering, Ankara order, Cold room rental`),
  move: words(`Customer payout, Cashback, Bonus, Loan disbursement, Commission, Refund, Savings interest,
Allowance, Order refund, Contribution`),
  charge: words(`Order, Contribution, Subscription, Loan repayment, Savings, Delivery fee, Monthly dues, Insurance,
Purchase, Ticket`),
  between: words(`Thanks, Lunch, Transport, Contribution, Split bill, Loan, Gift, House keeping, Fuel, Data`),
}
