import { inject } from 'vitest'

process.env.TEST_POSTGRES_URL = inject('postgresUrl')
process.env.TEST_NEW_OBJECTS = inject('newObjects')
