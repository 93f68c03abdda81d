// The embedded backend as a process of its own, without the site in front of it: it starts in half the time.
import { createServer } from 'node:http'
import path from 'node:path'
import { readOptions } from '../../supabase/local/options.ts'
import { startEmbeddedServer } from '../../supabase/local/server.ts'
import { TEST_COMPANY } from './company.ts'

const options = readOptions(path.resolve('.'), process.env, TEST_COMPANY)
const server = startEmbeddedServer(options)
createServer((req, res) => void server.handle(req, res)).listen(options.port, '127.0.0.1')
