import { List } from '../../../list/list.tsx'
import { transactionLogList } from './transaction-log-list.tsx'
import classes from './transaction-page.module.css'

export function TransactionLog({ transactionId }: { transactionId: string }) {
  return (
    <div className={classes.log}>
      <h2 className={classes.logTitle}>{transactionLogList.title}</h2>
      <List of={transactionLogList} with={{ transactionId }} />
    </div>
  )
}
