const underWay = ['UPLOADING', 'UPLOADED', 'PROCESSING']

/** Whether the batch is still being processed. */
export function isUnderWay(batchStatus: string): boolean {
  return underWay.includes(batchStatus)
}
