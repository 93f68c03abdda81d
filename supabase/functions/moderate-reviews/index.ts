import { forOrigins } from '../_shared/http.ts'
import { createServices } from '../_shared/services.ts'
import { createHandler } from './handler.ts'

const services = createServices(Deno.env.toObject())
Deno.serve(forOrigins(services.settings.siteOrigins, createHandler(services)))
