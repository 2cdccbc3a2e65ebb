import fc from 'fast-check'

const seed = process.env['FC_SEED']
// Properties without a seed of their own take that of the run, which its retry repeats.
if (seed !== undefined) fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(seed) })
