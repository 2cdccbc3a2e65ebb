// @ts-check
import { writeFileSync } from 'node:fs'

/** Vitest reporter that writes the errors that no test caught, which the JSON report omits. */
export default class UnhandledErrors {
  /**
   * @param {unknown} _modules
   * @param {readonly { name?: string, message?: string, stack?: string }[]} errors
   */
  onTestRunEnd(_modules, errors) {
    const file = process.env['UNHANDLED_ERRORS_FILE']
    if (file) writeFileSync(file, JSON.stringify(errors.map((error) => error.stack ?? error.message ?? error.name)))
  }
}
