import { describe } from 'vitest'
import { describeMailOverTls } from './mail-over-tls.ts'

describe('on the Deno of the hosted runtime', () => describeMailOverTls('deno'))
