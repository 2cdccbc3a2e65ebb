// @ts-check
// Imported first by every command, so that an old Node yields a clear message, not a syntax error inside a package.

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)

if (major < 20 || (major === 20 && minor < 19)) {
  process.stderr.write(`Kobo Console needs Node 20.19 or newer; this is Node ${process.versions.node}.\n`)
  process.exit(1)
}
