const underWay = ['UPLOADING', 'UPLOADED', 'PROCESSING']

/** Whether a batch changes by itself. */
export function isUnderWay(batchStatus: string): boolean {
  return underWay.includes(batchStatus)
}
