import fc from 'fast-check'

const seed = process.env['FC_SEED']
// FC_SEED repeats the random cases of an earlier run; `npm test` sets it, so that its retry has the same cases.
if (seed !== undefined) fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(seed) })
