import classes from './upload-progress.module.css'

/** How much of the files has gone out, from 0 to 1; then the server has them and the rest is waiting. */
export function UploadProgress({ sent }: { sent: number }) {
  const percent = Math.floor(sent * 100)
  return (
    <div className={classes.progress}>
      <progress aria-label="Upload" max={100} value={percent} />
      <span>{percent < 100 ? `${percent}% uploaded` : 'Uploaded. The server is checking the files...'}</span>
    </div>
  )
}
