import classes from './merchant-name.module.css'

/** A business in a list: its initial in a small square, then its name. */
export function MerchantName({ name }: { name: string }) {
  return (
    <span className={classes.name} title={name}>
      <span className={classes.initial} aria-hidden>
        {initialOf(name)}
      </span>
      {name}
    </span>
  )
}

function initialOf(name: string): string {
  return Array.from(name.trim())[0]?.toUpperCase() ?? '_'
}
