import { describe } from 'vitest'
import { describeMailOverTls } from './mail-over-tls.ts'

describe("email on the hosted runtime's Deno", () => describeMailOverTls('deno'))
