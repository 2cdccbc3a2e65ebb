import { account } from './account.ts'
import { audit } from './audit.ts'
import { auditSeals } from './audit-seals.ts'
import { billPayments } from './bill-payments.ts'
import { cards } from './cards.ts'
import { charges } from './charges.ts'
import { checkouts } from './checkouts.ts'
import { childAccounts } from './child-accounts.ts'
import { contact } from './contact.ts'
import { decisions } from './decisions.ts'
import { disputes } from './disputes.ts'
import { downloads } from './downloads.ts'
import { freezes } from './freezes.ts'
import { invites } from './invites.ts'
import { jobs } from './jobs.ts'
import { ledger } from './ledger.ts'
import { liens } from './liens.ts'
import { merchantUpgrades } from './merchant-upgrades.ts'
import { merchants } from './merchants.ts'
import { messages } from './messages.ts'
import { notes } from './notes.ts'
import { notifications } from './notifications.ts'
import { outside } from './outages.ts'
import { partners } from './partners.ts'
import { paymentLinks } from './payment-links.ts'
import { payoutDecisions } from './payout-decisions.ts'
import { payouts } from './payouts.ts'
import { profit } from './profit.ts'
import { refunds } from './refunds.ts'
import { roles } from './roles.ts'
import { search } from './search.ts'
import { secondFactor } from './second-factor.ts'
import { services } from './services.ts'
import { session } from './session.ts'
import { settings } from './settings.ts'
import { settlements } from './settlements.ts'
import { shops } from './shops.ts'
import { statements } from './statements.ts'
import { stores } from './stores.ts'
import { subAccounts } from './sub-accounts.ts'
import { team } from './team.ts'
import { transactionExplanation } from './transaction-explanation.ts'
import { transactions } from './transactions.ts'
import { views } from './views.ts'
import { virtualAccounts } from './virtual-accounts.ts'
import { walletUpgrades } from './wallet-upgrades.ts'
import { wallets } from './wallets.ts'
import { watches } from './watches.ts'
import { webhooks } from './webhooks.ts'
import { workItems } from './work-items.ts'

/** Calls between console and server, by area. */
export const contract = {
  session,
  account,
  secondFactor,
  settings,
  invites,
  team,
  roles,
  merchants,
  merchantUpgrades,
  transactions,
  transactionStory: transactionExplanation,
  wallets,
  walletUpgrades,
  payouts,
  payoutDecisions,
  freezes,
  liens,
  decisions,
  charges,
  statements,
  cards,
  search,
  outside,
  virtualAccounts,
  checkouts,
  paymentLinks,
  childAccounts,
  refunds,
  disputes,
  subAccounts,
  settlements,
  partners,
  contact,
  services,
  billPayments,
  stores,
  shops,
  ledger,
  profit,
  downloads,
  workItems,
  notes,
  watches,
  messages,
  notifications,
  views,
  webhooks,
  jobs,
  audit,
  auditSeals,
}
