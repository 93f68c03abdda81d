import { describe } from 'vitest'
import { fetchProgram } from '../../scripts/fetch-program.mjs'
import { describeMailOverTls } from '../functions/mail-over-tls.ts'

// The hosted runtime may update to it.
const deno = await fetchProgram('deno', '2.9.6')
if (!deno) console.info('could not be fetched, so not tried: the newest Deno')

describe.skipIf(!deno)('the newest Deno', () => describeMailOverTls(deno ?? ''))
