import classes from './upload-progress.module.css'

/** Progress of an upload, from 0 to 1; afterwards the server is processing the files. */
export function UploadProgress({ sent }: { sent: number }) {
  const percent = Math.floor(sent * 100)
  return (
    <div className={classes.progress}>
      <progress aria-label="Upload" max={100} value={percent} />
      <span>{percent < 100 ? `${percent}% uploaded` : 'Uploaded. The server is checking the files...'}</span>
    </div>
  )
}
