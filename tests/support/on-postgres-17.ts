import { inject } from 'vitest'

process.env.TEST_POSTGRES_URL = inject('postgresUrl')
