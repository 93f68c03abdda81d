// The embedded backend as a process of its own, without the site in front of it: it starts in half the time.
import { createServer } from 'node:http'
import path from 'node:path'
import { readOptions } from '../../supabase/local/options.ts'
import { startEmbeddedServer } from '../../supabase/local/server.ts'

const company = {
  name: 'Testbau Groundworks',
  phone: '020 7946 0000',
  email: 'office@testbau.example.com',
  founder: 'Terry Test',
  mailFrom: 'no-reply@testbau.example.com',
  admin: 'admin@testbau.example.com',
}
const options = readOptions(path.resolve('.'), process.env, company)
const server = startEmbeddedServer(options)
createServer((req, res) => void server.handle(req, res)).listen(options.port, '127.0.0.1')
