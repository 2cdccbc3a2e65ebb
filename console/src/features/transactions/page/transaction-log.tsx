import { List } from '../../../list/list.tsx'
import { useAddressKey } from '../../../list/use-address-key.ts'
import { LogPanel } from './log-panel.tsx'
import { transactionLogList } from './transaction-log-list.tsx'
import classes from './transaction-page.module.css'

/** The log of a transaction, page by page; the entry that the address names is open in a panel. */
export function TransactionLog({ transactionId }: { transactionId: string }) {
  const [logId, close] = useAddressKey('logId')
  return (
    <div className={classes.log}>
      <h2 className={classes.logTitle}>{transactionLogList.title}</h2>
      <List of={transactionLogList} with={{ transactionId }} />
      {logId !== null && <LogPanel {...{ transactionId, logId }} onClose={close} />}
    </div>
  )
}
