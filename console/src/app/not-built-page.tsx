import classes from './page.module.css'

/** An area that has its place in the navigation and nothing in it yet. */
export function NotBuiltPage({ title }: { title: string }) {
  return (
    <div className={classes.page}>
      <h1 className={classes.title}>{title}</h1>
      <p className={classes.sentence}>This area is not built yet</p>
    </div>
  )
}
