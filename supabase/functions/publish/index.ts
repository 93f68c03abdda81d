import { createServices } from '../_shared/services.ts'
import { createHandler } from './handler.ts'

Deno.serve(createHandler(createServices(Deno.env.toObject())))
